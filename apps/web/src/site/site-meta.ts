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
    };

/**
 * Metadata of a public page for search engines and link previews: title, description, canonical URL
 * and image. URLs are paths: the host depends on the operator, and the server inserts it if it is
 * known.
 */
export function siteMeta({
  title,
  description,
  path,
}: {
  title: string;
  description: string;
  path: string;
}): readonly MetaTag[] {
  const full = path === '/' ? title : `${title} · Longhand`;
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: path },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: path },
    { property: 'og:image', content: '/social.png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Longhand: write it together' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
