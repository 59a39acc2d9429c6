import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expect, type Browser, type Page } from '@playwright/test';
import { directionOf } from '@longhand/contract';
import { signUp, startProduct, type Person, type Product } from '@longhand/driver';
import { openBrowser, openPageAs } from './browser.ts';
import { namesIn } from './names.ts';
import { createSampleData } from './screens.sample.ts';
import { screens } from './screens.table.ts';
import type { Screen } from './screens.types.ts';

/**
 * `npm run screens [word] [-- --language ar]`: takes a picture of every screen and dialog, wide and
 * narrow, light and dark, with sample data. The pictures are written to `e2e/screens/` for manual
 * review. With a word: only the screens whose name contains it. With a language: screens in this
 * language, in `e2e/screens/ar/`. With `--width 390` or `--theme light`: only the pictures of this
 * width or theme. Prints the failures at the end.
 */
const options = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', default: 'en' },
    width: { type: 'string' },
    theme: { type: 'string' },
  },
});
const { language, width: onlyWidth, theme: onlyTheme } = options.values;
const [nameFilter = ''] = options.positionals;
const folder = join(import.meta.dirname, '../screens', language === 'en' ? '' : language);

const everyVariant = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
const variants = everyVariant.filter(
  ({ width, colorScheme }) =>
    (onlyWidth === undefined || String(width) === onlyWidth) &&
    (onlyTheme === undefined || colorScheme === onlyTheme),
);

/** Scrolls through the page once, so that lazy pictures are loaded. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
}

async function takePictures(
  browser: Browser,
  product: Product,
  person: Person | null,
  screen: Screen,
): Promise<string[]> {
  const failures: string[] = [];
  for (const { width, colorScheme } of variants) {
    const page = await openPageAs(browser, product, person, {
      viewport: { width, height: width === 390 ? 844 : 900 },
      colorScheme,
      reducedMotion: 'reduce',
      locale: language,
    });
    const picture = `${screen.name}.${width}.${colorScheme}`;
    try {
      await page.goto(product.url + screen.path);
      await page.locator('h1').first().waitFor();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      page.setDefaultTimeout(5_000);
      await screen.act?.(page, name);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      if (screen.act === undefined) await scrollThrough(page);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(250);
    } catch (error) {
      failures.push(`${picture}: ${String(error).split('\n')[0]}`);
    }
    const isOver = screen.act !== undefined;
    await page.screenshot({
      path: join(folder, `${picture}.png`),
      fullPage: !isOver,
      animations: 'disabled',
    });
    await page.context().close();
  }
  return failures;
}

const name = namesIn(language);
const product = await startProduct();
const browser = await openBrowser();
try {
  if (nameFilter === '') await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const ada = await signUp(product.url, 'ada', 'Ada Lovelace');
  const mary = await signUp(product.url, 'mary', 'Mary Somerville');
  const isMirrored = directionOf(language) === 'rtl';
  const sample = await createSampleData(browser, { product, ada, mary, isMirrored });
  const people = { visitor: null, administrator: ada, newcomer: mary };
  const failures: string[] = [];
  const chosen = screens(sample).filter(({ name }) => name.includes(nameFilter));
  for (const screen of chosen)
    failures.push(...(await takePictures(browser, product, people[screen.who], screen)));
  const pictures = chosen.map(
    ({ name }) =>
      `<h2>${name}</h2>${variants.map(({ width, colorScheme }) => `<img src="${name}.${width}.${colorScheme}.png">`).join('')}`,
  );
  await writeFile(
    join(folder, 'index.html'),
    `<style>img{height:420px;margin:4px;vertical-align:top}</style>${pictures.join('')}`,
  );
  for (const failure of failures) process.stdout.write(`Not as wanted: ${failure}\n`);
  process.stdout.write(`${chosen.length * variants.length} pictures in ${folder}\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await product.close();
}
