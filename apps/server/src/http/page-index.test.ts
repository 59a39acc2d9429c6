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
  const { type, text = '' } = (await pageIndexAt('/sitemap.xml', files, base)) ?? {};
  expect(type).toBe('application/xml; charset=utf-8');
  expect([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, path]) => path)).toEqual(
    ['/', '/about', '/blog', '/blog/new', '/blog/old'].map((path) => base + path),
  );
});

test('the feed lists articles newest first, with title, date and summary', async () => {
  const { text = '' } = (await pageIndexAt('/blog/feed.xml', files, base)) ?? {};
  expect([...text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)).toEqual([
    'Longhand',
    'New &amp; better',
    'Old',
  ]);
  expect(text).toContain('<updated>2026-03-04T00:00:00Z</updated>');
  expect(text).toContain('<summary>About &quot;it&quot; &amp; &lt;more&gt;</summary>');
});

test('robots.txt names the sitemap, and other paths are not handled', async () => {
  expect((await pageIndexAt('/robots.txt', files, base))?.text).toContain(
    `Sitemap: ${base}/sitemap.xml`,
  );
  expect(await pageIndexAt('/about', files, base)).toBe(null);
});
