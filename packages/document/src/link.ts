import { Link } from '@tiptap/extension-link';

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * Whether `href` may stand in a document as the target of a link: an absolute address with the scheme http, https or
 * mailto. Everything else, `javascript:` and addresses relative to our own site included, is no link. Source: security floor.
 */
export function isSafeLink(href: unknown): href is string {
  if (typeof href !== 'string' || !URL.canParse(href)) return false;
  return schemes.has(new URL(href).protocol);
}

/**
 * The address a person meant when they typed `text` as the target of a link: as it is where it has a scheme, else a mail
 * address or a page behind https. Null where no safe address can be made of it.
 */
export function linkTarget(text: string): string | null {
  const typed = text.trim();
  if (isSafeLink(typed)) return typed;
  if (typed === '' || /\s/.test(typed)) return null;
  const guessed = /^[^/:@]+@[^/:@]+$/.test(typed) ? `mailto:${typed}` : `https://${typed}`;
  return hasScheme(typed) || !isSafeLink(guessed) ? null : guessed;
}

/** `localhost:3000` and `example.com:8080/x` are hosts with a port, not schemes. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
}

/**
 * Links that hold nothing but their address and title. What a hostile client wrote into a link's address is shown as text
 * without a target, because the check stands where the mark is rendered, not only where it is made.
 */
export const SafeLink = Link.extend({
  addAttributes() {
    return {
      href: { default: null, renderHTML: ({ href }) => (isSafeLink(href) ? { href } : {}) },
      title: { default: null },
    };
  },
  parseHTML() {
    return [{ tag: 'a[href]', getAttrs: (element) => (isSafeLink(element.getAttribute('href')) ? null : false) }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['a', { rel: 'noopener noreferrer nofollow', target: '_blank', ...HTMLAttributes }, 0];
  },
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  // Asked with the typed word itself ('example.com'), not with the address that is made of it.
  isAllowedUri: (typed) => linkTarget(typed) !== null,
});
