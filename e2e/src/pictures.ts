import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startProduct } from '@longhand/driver';
import { openBrowser } from './browser.ts';
import { namesIn } from './names.ts';
import { drawIcons, drawSocialPreview } from './pictures/icons.ts';
import { openAtLine, openWindowAs, takeScreens, type Photographer } from './pictures/screens.ts';
import { pictureTexts } from './pictures/texts.ts';
import { createWorkspace, type Workspace } from './pictures/workspace.ts';

/**
 * `npm run pictures`: takes every picture of the product from the running product, which must have
 * been built before. These are the pictures of the front page in each of its languages, of the
 * README, the preview picture for other sites, and the icons.
 */
const root = join(import.meta.dirname, '../..');
const publicFiles = join(root, 'apps/web/public');

async function takeReadme(
  photographer: Photographer,
  { ines, tomas, documentId }: Workspace,
): Promise<string> {
  const size = { width: 1440, height: 900, scale: 1 };
  const [left, right] = [
    await openWindowAs(photographer, ines, size, 'light'),
    await openWindowAs(photographer, tomas, size, 'light'),
  ] as const;
  const [first, second] = pictureTexts.en.lines;
  await openAtLine(left, photographer, documentId, first);
  await openAtLine(right, photographer, documentId, second);
  await right.keyboard.press('ArrowLeft');
  await left.waitForTimeout(400);
  const path = join(root, 'docs/pictures/document.png');
  await mkdir(dirname(path), { recursive: true });
  await left.screenshot({ path });
  return path;
}

const browser = await openBrowser();

/** Takes the pictures of a language on a new product. Returns their paths. */
async function takeIn(language: keyof typeof pictureTexts): Promise<string[]> {
  const product = await startProduct({ env: { DEMO: 'off' } });
  try {
    const photographer = { browser, product, locale: language, name: namesIn(language) };
    const texts = pictureTexts[language];
    const workspace = await createWorkspace(product.url, texts);
    const folder = join(publicFiles, 'pictures', language);
    const taken = await takeScreens(photographer, workspace, texts, folder);
    if (language !== 'en') return taken;
    return [
      ...taken,
      await takeReadme(photographer, workspace),
      ...(await drawIcons(browser, publicFiles)),
      await drawSocialPreview(browser, product, publicFiles),
    ];
  } finally {
    await product.close();
  }
}

try {
  for (const language of ['en', 'de'] as const)
    for (const path of await takeIn(language)) process.stdout.write(`${path}\n`);
} finally {
  await browser.close();
}
