import { Link } from '@tiptap/extension-link';

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * True if `href` is an allowed link target: an absolute address with the scheme http, https or
 * mailto. Everything else is rejected, including `javascript:` and addresses relative to our own
 * site. Source: security floor.
 */
export function isSafeLink(href: unknown): href is string {
  if (typeof href !== 'string' || !URL.canParse(href)) return false;
  return schemes.has(new URL(href).protocol);
}

/**
 * Returns the address for `text` typed as a link target: unchanged if it has a scheme, else a mail
 * address or a page with https. Null if no safe address results.
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
 * Link mark with only address and title. An unsafe address from a hostile client is shown as text
 * without a target. The check is therefore in the rendering, not only in the creation.
 */
export const SafeLink = Link.extend({
  addAttributes() {
    return {
      href: { default: null, renderHTML: ({ href }) => (isSafeLink(href) ? { href } : {}) },
      title: { default: null },
    };
  },
  parseHTML() {
    return [
      {
        tag: 'a[href]',
        getAttrs: (element) => (isSafeLink(element.getAttribute('href')) ? null : false),
      },
    ];
  },
  renderHTML({ HTMLAttributes }) {
    return ['a', { rel: 'noopener noreferrer nofollow', target: '_blank', ...HTMLAttributes }, 0];
  },
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  // Called with the typed word ('example.com'), not with the address created from it.
  isAllowedUri: (typed) => linkTarget(typed) !== null,
});
