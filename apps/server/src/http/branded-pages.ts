import { escapeAttribute } from './escape-attribute.ts';
import { pageFileOf, type PageFile } from './page-files.ts';

/**
 * Branding of pages. `key` changes with each change of it. `facts`: JSON that the pages read.
 * `name`: name of the server, or null. `css`: its colours. `links`: addresses of the links that
 * public pages have as well.
 */
export type PageBrand = {
  readonly key: string;
  readonly name: string | null;
  readonly facts: string;
  readonly css: string;
  readonly links: ServerLinks;
};

/** Addresses of the links that administrators set, by name. Null: not set. */
export type ServerLinks = {
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
};

/** Path of the style sheet with the colours. */
export const brandStylePath = '/branding.css';

/** A page, and if it belongs to the application or to the public pages. */
type Page = { readonly file: PageFile; readonly isApplication: boolean };

/**
 * Creates the function that adds a branding to a page. A page of the application gets its facts and
 * its style sheet, so that the first paint has its colours, and a public page the links. The result
 * is kept until the branding changes.
 */
export function createBrandedPages(): (page: Page, brand: PageBrand) => Promise<PageFile> {
  let key = '';
  let made = new Map<PageFile, Promise<PageFile>>();
  return ({ file, isApplication }, brand) => {
    if (key !== brand.key) [key, made] = [brand.key, new Map()];
    const found = made.get(file) ?? (isApplication ? branded : linked)(file, brand);
    made.set(file, found);
    return found;
  };
}

async function branded(page: PageFile, brand: PageBrand): Promise<PageFile> {
  const html = (await page.bytes('identity')).toString('utf8');
  const style =
    brand.css === '' ? '' : `<link rel="stylesheet" href="${brandStylePath}?v=${brand.key}">`;
  const added = `<meta name="branding" content="${escapeAttribute(brand.facts)}">${style}</head>`;
  return pageFileOf(Buffer.from(html.replace('</head>', () => added)), page.type);
}

/** Returns a public page with the links of the server; the page itself if none is set. */
async function linked(page: PageFile, { links }: PageBrand): Promise<PageFile> {
  const html = (await page.bytes('identity')).toString('utf8');
  const changed = withServerLinks(html, links);
  return changed === html ? page : pageFileOf(Buffer.from(changed), page.type);
}

/** Item of a list with a link that administrators can set, hidden if it has no usual address. */
const settable = /<li(?: hidden="")? data-server-link="(\w+)"><a href="[^"]*"/g;

/**
 * Returns the HTML of a public page with the links that administrators set, in place of the usual
 * ones. The build marks them: `apps/web/src/site/frame/footer.tsx`.
 */
export function withServerLinks(html: string, links: ServerLinks): string {
  const known: Readonly<Record<string, string | null>> = links;
  return html.replaceAll(settable, (item, name: string) => {
    const url = known[name] ?? null;
    return url === null ? item : `<li><a href="${escapeAttribute(url)}" rel="noreferrer"`;
  });
}

/** Returns the manifest of the installed application with the name of the server. */
export async function brandedManifest(file: PageFile, { name }: PageBrand): Promise<PageFile> {
  if (name === null) return file;
  const manifest = JSON.parse((await file.bytes('identity')).toString('utf8')) as object;
  const renamed = JSON.stringify({ ...manifest, name, short_name: name });
  return pageFileOf(Buffer.from(renamed), file.type);
}
