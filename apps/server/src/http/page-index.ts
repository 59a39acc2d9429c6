import type { PageFiles } from './page-files.ts';

/**
 * Index of the built pages for search engines and feed readers: the site map, the blog's feed or
 * `robots.txt`.
 */
export type PageIndex = { type: string; text: string };

const decode: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};
const plain = (html: string) =>
  html.replaceAll(/&(\w+|#x?\w+);/g, (whole, name: string) => decode[name] ?? whole);
const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/**
 * Returns the sorted paths of the public pages, without `/home`, which duplicates the front
 * page.
 */
function pathsOf(files: PageFiles): string[] {
  return [...files.keys()]
    .filter((path) => path.endsWith('/index.html'))
    .map((path) => path.slice(0, -'/index.html'.length) || '/')
    .filter((path) => path !== '/home')
    .toSorted();
}

function siteMapOf(files: PageFiles, base: string): string {
  const urls = pathsOf(files).map((path) => `<url><loc>${escape(base + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

type Entry = { path: string; title: string; summary: string; date: string };

/** Returns the metadata in a page's head and its date. */
async function entryOf(files: PageFiles, path: string): Promise<Entry | null> {
  const html = (await files.get(`${path}/index.html`)?.bytes('identity'))?.toString('utf8') ?? '';
  const title = /<meta property="og:title" content="([^"]*)"/.exec(html)?.[1];
  const summary = /<meta name="description" content="([^"]*)"/.exec(html)?.[1];
  const date = /<time datetime="(\d{4}-\d\d-\d\d)"/i.exec(html)?.[1];
  if (title === undefined || summary === undefined || date === undefined) return null;
  return { path, title: plain(title).replace(/ · Longhand$/, ''), summary: plain(summary), date };
}

/** Returns the feed of the blog's articles, newest first. Source: RFC 4287. */
async function feedOf(files: PageFiles, base: string): Promise<string> {
  const found = await Promise.all(
    pathsOf(files)
      .filter((path) => path.startsWith('/blog/'))
      .map((path) => entryOf(files, path)),
  );
  const entries = found
    .filter((entry) => entry !== null)
    .toSorted((a, b) => b.date.localeCompare(a.date));
  const items = entries.map(
    ({
      path,
      title,
      summary,
      date,
    }) => `<entry><id>${escape(base + path)}</id><title>${escape(title)}</title>
<link href="${escape(base + path)}"/><updated>${date}T00:00:00Z</updated><summary>${escape(summary)}</summary></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${escape(base)}/blog</id><title>Longhand</title>
<link href="${escape(base)}/blog"/><link rel="self" href="${escape(base)}/blog/feed.xml"/><author><name>Longhand</name></author>
<updated>${entries[0]?.date ?? '1970-01-01'}T00:00:00Z</updated>
${items.join('\n')}
</feed>
`;
}

/**
 * Returns the index at `path`, or null if there is none. `base`: scheme and host, without a
 * trailing slash.
 */
export async function pageIndexAt(
  path: string,
  files: PageFiles,
  base: string,
): Promise<PageIndex | null> {
  switch (path) {
    case '/sitemap.xml':
      return { type: 'application/xml; charset=utf-8', text: siteMapOf(files, base) };
    case '/blog/feed.xml':
      return { type: 'application/atom+xml; charset=utf-8', text: await feedOf(files, base) };
    case '/robots.txt':
      return {
        type: 'text/plain; charset=utf-8',
        text: `User-agent: *\nDisallow: /api/\nDisallow: /collab/\n\nSitemap: ${base}/sitemap.xml\n`,
      };
    default:
      return null;
  }
}
