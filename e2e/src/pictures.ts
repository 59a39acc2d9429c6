import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { startProduct, type Product } from '@longhand/driver';
import { openBrowser } from './browser.ts';
import { drawIcons, drawSocialPreview } from './pictures/icons.ts';
import { openWindowAs, openAtLine, takeScreens } from './pictures/screens.ts';
import { createWorkspace, type Workspace } from './pictures/workspace.ts';

/**
 * `npm run pictures`: takes every picture of the product from the running product, which must have
 * been built before. These are the pictures of the front page, of the README, the preview picture
 * for other sites, and the icons.
 */
const root = join(import.meta.dirname, '../..');
const publicFiles = join(root, 'apps/web/public');

async function takeReadme(
  browser: Browser,
  product: Product,
  { ines, tomas, documentId }: Workspace,
): Promise<string> {
  const size = { width: 1440, height: 900, scale: 1 };
  const [left, right] = [
    await openWindowAs(browser, product, ines, size, 'light'),
    await openWindowAs(browser, product, tomas, size, 'light'),
  ] as const;
  await openAtLine(left, product, documentId, 'It has grown since');
  await openAtLine(right, product, documentId, 'The opinions have grown');
  await right.keyboard.press('ArrowLeft');
  await left.waitForTimeout(400);
  const path = join(root, 'docs/pictures/document.png');
  await mkdir(dirname(path), { recursive: true });
  await left.screenshot({ path });
  return path;
}

const product = await startProduct({ env: { DEMO: 'off' } });
const browser = await openBrowser();
try {
  const workspace = await createWorkspace(product.url);
  const taken = [
    ...(await takeScreens(browser, product, workspace, join(publicFiles, 'pictures'))),
    await takeReadme(browser, product, workspace),
    ...(await drawIcons(browser, publicFiles)),
    await drawSocialPreview(browser, product, publicFiles),
  ];
  for (const path of taken) process.stdout.write(`${path}\n`);
} finally {
  await browser.close();
  await product.close();
}
