import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Person, Product } from '@longhand/driver';
import type { Names } from '../names.ts';
import type { PictureTexts } from './texts.ts';
import type { Workspace } from './workspace.ts';

/** Window size of the pictures. `scale`: number of picture pixels per CSS pixel. */
type PictureSize = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
};

/**
 * Wide pictures for desktops, narrow ones for phones. The front page has the same sizes
 * (`pictures.tsx`).
 */
const sizes: readonly PictureSize[] = [
  { name: 'wide', width: 1200, height: 750, scale: 1.5 },
  { name: 'narrow', width: 390, height: 640, scale: 2 },
];
const schemes = ['light', 'dark'] as const;

/** WebP quality of the pictures, 0 to 100. At 82 the edges of text show no visible artefacts. */
const quality = 82;

/** Opens pages in new windows, in the language `locale`. */
export type Photographer = {
  readonly browser: Browser;
  readonly product: Product;
  readonly locale: string;
  /** Finds elements by their English names. */
  readonly name: Names;
};

/** Opens a page in a new window for a user, signed in. */
export async function openWindowAs(
  { browser, product: { url }, locale }: Photographer,
  person: Person,
  { width, height, scale }: Omit<PictureSize, 'name'>,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    locale,
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor: scale,
  });
  const cookies = person.cookie().split('; ');
  await context.addCookies(
    cookies.map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url,
    })),
  );
  return context.newPage();
}

/** Opens a document and puts the caret at the end of the first line that contains `where`. */
export async function openAtLine(
  page: Page,
  { product: { url }, name }: Photographer,
  documentId: string,
  where: string,
): Promise<void> {
  await page.goto(`${url}/documents/${documentId}`);
  const text = page.getByRole('textbox', { name: name('Document text') });
  await text.getByText(where).first().click();
  await page.keyboard.press('End');
  await page.getByRole('banner').getByText(name('Saved')).first().waitFor();
}

/** Takes a picture as WebP, a third of the size of PNG. Playwright itself does not support WebP. */
async function takeWebp(
  page: Page,
  { width, height, scale }: PictureSize,
  path: string,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width, height, scale };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip });
  await writeFile(path, Buffer.from(data, 'base64'));
}

/**
 * Takes the pictures of the front page: each screen, wide and narrow, light and dark. Returns their
 * paths.
 */
export async function takeScreens(
  photographer: Photographer,
  { ines, tomas, projectId, documentId }: Workspace,
  { lines, search }: PictureTexts,
  folder: string,
): Promise<string[]> {
  const { url } = photographer.product;
  await mkdir(folder, { recursive: true });
  const taken: string[] = [];
  for (const size of sizes) {
    for (const scheme of schemes) {
      const take = async (page: Page, screen: string): Promise<void> => {
        const path = join(folder, `${screen}-${size.name}-${scheme}.webp`);
        await takeWebp(page, size, path);
        taken.push(path);
      };
      const page = await openWindowAs(photographer, ines, size, scheme);
      const other = await openWindowAs(photographer, tomas, sizes[0] as PictureSize, scheme);
      await openAtLine(page, photographer, documentId, lines[0]);
      await openAtLine(other, photographer, documentId, lines[1]);
      // The name at a caret is shown for a moment after the caret has moved.
      await other.keyboard.press('ArrowLeft');
      await page.waitForTimeout(400);
      await take(page, 'document');
      await page.goto(`${url}/projects/${projectId}?tab=board`);
      await page.getByText(search.found).first().waitFor();
      await page.mouse.move(0, 0);
      await page.waitForTimeout(400);
      await take(page, 'board');
      await page.goto(`${url}/search?q=${encodeURIComponent(search.word)}`);
      await page.getByText(search.found).first().waitFor();
      await page.waitForTimeout(400);
      await take(page, 'search');
      await page.context().close();
      await other.context().close();
    }
  }
  return taken;
}
