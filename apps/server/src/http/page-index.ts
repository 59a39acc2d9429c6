import type { Language } from '@longhand/contract';
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

/** Returns the languages in which the public pages are built: of `/index.de.html`, `de`. */
function languagesOf(files: PageFiles): string[] {
  const others = [...files.keys()].flatMap(
    (path) => /^\/index\.(\w+)\.html$/.exec(path)?.[1] ?? [],
  );
  return ['en', ...others.toSorted()];
}

/** Returns the path of a page in a language. Without a parameter, crawlers get it in English. */
const pathIn = (path: string, language: string): string =>
  language === 'en' ? path : `${path}?lang=${language}`;

/** Returns the site map, with each language of a page. Source: sitemaps.org, and `xhtml:link`. */
function siteMapOf(files: PageFiles, base: string): string {
  const languages = languagesOf(files);
  const urls = pathsOf(files).flatMap((path) => {
    const address = (language: string): string => escape(base + pathIn(path, language));
    const alternates = languages
      .map((each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${address(each)}"/>`)
      .join('');
    return languages.map((each) => `<url><loc>${address(each)}</loc>${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

type Entry = { path: string; title: string; summary: string; date: string };

/** Returns the metadata in the head of a page in a language, otherwise in English, and its date. */
async function entryOf(files: PageFiles, path: string, language: string): Promise<Entry | null> {
  const file = files.get(`${path}/index.${language}.html`) ?? files.get(`${path}/index.html`);
  const html = (await file?.bytes('identity'))?.toString('utf8') ?? '';
  const title = /<meta property="og:title" content="([^"]*)"/.exec(html)?.[1];
  const summary = /<meta name="description" content="([^"]*)"/.exec(html)?.[1];
  const date = /<time datetime="(\d{4}-\d\d-\d\d)"/i.exec(html)?.[1];
  if (title === undefined || summary === undefined || date === undefined) return null;
  return { path, title: plain(title).replace(/ · Longhand$/, ''), summary: plain(summary), date };
}

/** Returns the feed of the blog's articles, newest first. Source: RFC 4287. */
async function feedOf(files: PageFiles, base: string, wanted: Language): Promise<string> {
  const language = languagesOf(files).includes(wanted) ? wanted : 'en';
  const inIt = (path: string): string => escape(base + pathIn(path, language));
  const found = await Promise.all(
    pathsOf(files)
      .filter((path) => path.startsWith('/blog/'))
      .map((path) => entryOf(files, path, language)),
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
    }) => `<entry><id>${inIt(path)}</id><title>${escape(title)}</title>
<link href="${inIt(path)}"/><updated>${date}T00:00:00Z</updated><summary>${escape(summary)}</summary></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><id>${inIt('/blog')}</id><title>Longhand</title>
<link href="${inIt('/blog')}"/><link rel="self" href="${inIt('/blog/feed.xml')}"/><author><name>Longhand</name></author>
<updated>${entries[0]?.date ?? '1970-01-01'}T00:00:00Z</updated>
${items.join('\n')}
</feed>
`;
}

/**
 * Returns the index at `path`, or null if there is none. `base`: scheme and host, without a
 * trailing slash. `language`: of the feed.
 */
export async function pageIndexAt(
  path: string,
  files: PageFiles,
  { base, language }: { base: string; language: Language },
): Promise<PageIndex | null> {
  switch (path) {
    case '/sitemap.xml':
      return { type: 'application/xml; charset=utf-8', text: siteMapOf(files, base) };
    case '/blog/feed.xml':
      return {
        type: 'application/atom+xml; charset=utf-8',
        text: await feedOf(files, base, language),
      };
    case '/robots.txt':
      return {
        type: 'text/plain; charset=utf-8',
        text: `User-agent: *\nDisallow: /api/\nDisallow: /collab/\n\nSitemap: ${base}/sitemap.xml\n`,
      };
    default:
      return null;
  }
}
