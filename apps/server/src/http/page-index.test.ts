import { expect, test } from 'vitest';
import { pageIndexAt } from './page-index.ts';
import type { PageFile, PageFiles } from './page-files.ts';

const page = (html: string): PageFile => ({
  type: 'text/html; charset=utf-8',
  etag: '""',
  scripts: [],
  bytes: async () => Buffer.from(html),
});
const article = (title: string, date: string) =>
  page(
    `<meta property="og:title" content="${title} · Longhand"/><meta name="description" content="About &quot;it&quot; &amp; &lt;more&gt;"/><time dateTime="${date}">then</time>`,
  );
const files: PageFiles = new Map([
  ['/index.html', page('')],
  ['/home/index.html', page('')],
  ['/about/index.html', page('')],
  ['/__spa-fallback.html', page('')],
  ['/blog/index.html', page('')],
  ['/blog/old/index.html', article('Old', '2026-01-02')],
  ['/blog/new/index.html', article('New &amp; better', '2026-03-04')],
]);
const base = 'https://write.example.org';

test('the sitemap lists every public page once, and nothing else', async () => {
  const { type, text = '' } =
    (await pageIndexAt('/sitemap.xml', files, { base, language: 'en' })) ?? {};
  expect(type).toBe('application/xml; charset=utf-8');
  expect([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, path]) => path)).toEqual(
    ['/', '/about', '/blog', '/blog/new', '/blog/old'].map((path) => base + path),
  );
});

test('the sitemap lists each language of a page, and names the others', async () => {
  const translated = new Map([
    ...files,
    ['/index.de.html', page('')],
    ['/about/index.de.html', page('')],
  ]);
  const index = await pageIndexAt('/sitemap.xml', translated, { base, language: 'en' });
  expect(index?.text.match(/<url><loc>[^<]*\/about.*/g)).toEqual(
    ['/about', '/about?lang=de'].map(
      (path) =>
        `<url><loc>${base}${path}</loc><xhtml:link rel="alternate" hreflang="en" href="${base}/about"/><xhtml:link rel="alternate" hreflang="de" href="${base}/about?lang=de"/></url>`,
    ),
  );
});

test('the feed is in the language that its URL names, if the pages have it', async () => {
  const translated = new Map([
    ...files,
    ['/index.de.html', page('')],
    ['/blog/new/index.de.html', article('Neu', '2026-03-04')],
  ]);
  const feedIn = async (language: 'de' | 'fr') =>
    (await pageIndexAt('/blog/feed.xml', translated, { base, language }))?.text ?? '';
  expect(await feedIn('de')).toContain('<title>Neu</title>');
  expect(await feedIn('de')).toContain(`<link href="${base}/blog/new?lang=de"/>`);
  expect(await feedIn('de')).toContain('<title>Old</title>');
  expect(await feedIn('fr')).toContain(`<link href="${base}/blog/new"/>`);
});

test('the feed lists articles newest first, with title, date and summary', async () => {
  const { text = '' } =
    (await pageIndexAt('/blog/feed.xml', files, { base, language: 'en' })) ?? {};
  expect([...text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)).toEqual([
    'Longhand',
    'New &amp; better',
    'Old',
  ]);
  expect(text).toContain('<updated>2026-03-04T00:00:00Z</updated>');
  expect(text).toContain('<summary>About &quot;it&quot; &amp; &lt;more&gt;</summary>');
});

test('robots.txt names the sitemap, and other paths are not handled', async () => {
  expect((await pageIndexAt('/robots.txt', files, { base, language: 'en' }))?.text).toContain(
    `Sitemap: ${base}/sitemap.xml`,
  );
  expect(await pageIndexAt('/about', files, { base, language: 'en' })).toBe(null);
});
