import { t } from '@lingui/core/macro';
import { language } from '../language/language.ts';

/** An element of a page's head. */
export type MetaTag =
  | { readonly title: string }
  | { readonly name: string; readonly content: string }
  | { readonly property: string; readonly content: string }
  | {
      readonly tagName: 'link';
      readonly rel: string;
      readonly href: string;
      readonly type?: string;
      readonly title?: string;
      readonly hrefLang?: string;
    };

/**
 * Title and description of a page. `path`: of its canonical URL. `feed`: path of its Atom feed.
 */
export type PageFacts = {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly feed?: string;
};

/**
 * Returns the URL of a page in a language, which the server sends to every reader. Without a
 * parameter, the language is that of the reader: English for search engines.
 */
export const addressIn = (path: string, wanted: string): string =>
  wanted === 'en' ? path : `${path}?lang=${wanted}`;

/**
 * Metadata of a public page for search engines and link previews: title, description, canonical
 * URL, its URL in other languages, and image. URLs are paths: the host depends on the operator, and
 * the server inserts it if it is known.
 *
 * @param languages those in which the page is built
 */
export function siteMeta(
  { title, description, path, feed }: PageFacts,
  languages: readonly string[],
): readonly MetaTag[] {
  const full = path === '/' ? title : `${title} · Longhand`;
  const address = addressIn(path, language);
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...alternatesOf(path, languages),
    ...(feed === undefined ? [] : [feedTag(addressIn(feed, language))]),
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: address },
    { property: 'og:image', content: '/social.png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: t`Longhand: write it together` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/**
 * Returns the links to a page in each language. Source: HTML, `hreflang`; search engines document
 * `x-default` for readers of other languages.
 */
function alternatesOf(path: string, languages: readonly string[]): readonly MetaTag[] {
  if (languages.length < 2) return [];
  return [...languages, 'x-default'].map((each) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang: each,
    href: each === 'x-default' ? path : addressIn(path, each),
  }));
}

const feedTag = (href: string): MetaTag => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: 'Longhand',
  href,
});
