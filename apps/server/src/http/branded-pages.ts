import { escapeAttribute } from './escape-attribute.ts';
import { pageFileOf, type PageFile } from './page-files.ts';

/**
 * Branding of pages. `key` changes with each change of it. `facts`: JSON that the pages read.
 * `name`: name of the server, or null. `css`: its colours.
 */
export type PageBrand = {
  readonly key: string;
  readonly name: string | null;
  readonly facts: string;
  readonly css: string;
};

/** Path of the style sheet with the colours. */
export const brandStylePath = '/branding.css';

/**
 * Creates the function that adds a branding to a page of the application: its facts and its style
 * sheet, so that the first paint has its colours. The result is kept until the branding changes.
 */
export function createBrandedPages(): (page: PageFile, brand: PageBrand) => Promise<PageFile> {
  let key = '';
  let made = new Map<PageFile, Promise<PageFile>>();
  return (page, brand) => {
    if (key !== brand.key) [key, made] = [brand.key, new Map()];
    const found = made.get(page) ?? branded(page, brand);
    made.set(page, found);
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

/** Returns the manifest of the installed application with the name of the server. */
export async function brandedManifest(file: PageFile, { name }: PageBrand): Promise<PageFile> {
  if (name === null) return file;
  const manifest = JSON.parse((await file.bytes('identity')).toString('utf8')) as object;
  const renamed = JSON.stringify({ ...manifest, name, short_name: name });
  return pageFileOf(Buffer.from(renamed), file.type);
}
