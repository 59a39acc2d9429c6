/**
 * What search engines and other sites are told of a public page: title, description, canonical address, and how it looks when it is
 * shared. The canonical address is a path: which host it is on is the operator's matter.
 */
export function siteMeta({ title, description, path }: { title: string; description: string; path: string }) {
  const full = path === '/' ? title : `${title} · Longhand`;
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: path },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:image', content: '/social.png' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
