/**
 * What search engines and other sites are told of a public page: title, description, canonical address, and how it looks when it is
 * shared. Addresses are paths: which host they are on is the operator's matter, and the server writes it in where it knows.
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
    { property: 'og:url', content: path },
    { property: 'og:image', content: '/social.png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Longhand: write it together' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
