import { expect, type Page } from '@playwright/test';
import { signUp, startProduct } from '@longhand/driver';
import { namesIn } from '../src/names.ts';
import { createSampleData } from '../src/screens.sample.ts';
import { screens } from '../src/screens.table.ts';
import { expectOutage, openSignedIn, openSignedOut, test } from './fixtures.ts';
import { looks, mirroredFaults, mirroredLanguages, misplacedParts } from './right-to-left.ts';
import { settle } from './screen-faults.ts';

/** Screens on public pages, which are not built in these languages. */
const isPublic = (path: string): boolean => path === '/about';

/**
 * Violations that are not of the direction: the caret scrolls a long line of code, and focus mode
 * dims all paragraphs but one.
 */
const byDesign = [/: scrollable-region-focusable <pre>/, /^document_focus.*: color-contrast /];

/** Opens the page of a screen, as if it were a new one, and waits until it has loaded. */
async function openScreen(page: Page, address: string): Promise<void> {
  await page.unrouteAll();
  await page.goto('about:blank');
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(address);
  page.setDefaultTimeout(60_000);
  await page.locator('h1').first().waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

// A narrow window is laid out in the same way in both languages: it is checked in one.
for (const language of mirroredLanguages)
  test(`dialogs, menus and states in the language ${language} are within the window, on the right side, and without violations`, async ({
    browser,
    consoleErrors,
  }) => {
    test.setTimeout(900_000);
    const product = await startProduct();
    const ada = await signUp(product.url, 'ada', 'Ada Lovelace');
    const mary = await signUp(product.url, 'mary', 'Mary Somerville');
    const sample = await createSampleData(browser, { product, ada, mary, isMirrored: true });
    const name = namesIn(language);
    const faults: string[] = [];
    // A screen shows that a project cannot be loaded.
    expectOutage(consoleErrors);
    for (const look of language === 'he' ? looks : looks.slice(0, 1)) {
      const device = { locale: language, viewport: { width: look.width, height: 900 } };
      const visitor = await openSignedOut(browser, ada, consoleErrors, device);
      const owner = await openSignedIn(browser, { product }, ada, consoleErrors, device);
      for (const screen of screens(sample)) {
        if (screen.act === undefined || isPublic(screen.path)) continue;
        const { page } = screen.who === 'visitor' ? visitor : owner;
        const what = `${screen.name}, ${look.width} px`;
        await openScreen(page, `${product.url}${screen.path}`);
        await screen
          .act(page, name)
          .catch((error: unknown) => faults.push(`${what}: ${String(error)}`));
        if (look === looks[0]) {
          const found = await mirroredFaults(page, screen.name, { look, language, isNew: true });
          faults.push(...found.filter((line) => !byDesign.some((each) => each.test(line))));
        } else await settle(page);
        faults.push(...(await misplacedParts(page, what)));
      }
      await visitor.context.close();
      await owner.context.close();
    }
    await product.close();
    expect(faults).toEqual([]);
  });
