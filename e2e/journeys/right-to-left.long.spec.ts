import { expect, type Page } from '@playwright/test';
import { openDocument, openSignedIn, openSignedOut, test } from './fixtures.ts';
import {
  allRules,
  entryPages,
  faultsOf,
  open,
  ownPages,
  settle,
  writeOfEachKind,
  type Look,
} from './screen-faults.ts';

/** Both widths. The themes do not depend on the direction. */
const looks: readonly Look[] = [
  { width: 1440, colorScheme: 'light', rules: allRules },
  { width: 390, colorScheme: 'light', rules: allRules },
];

/** Opens pages in Arabic: without a preference, the language of the browser applies. */
const arabic = { locale: 'ar' };

/** Returns the faults of an open page in both widths, and those of its direction. */
async function faultsIn(page: Page, path: string): Promise<string[]> {
  const faults: string[] = [];
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 900 });
    await settle(page);
    faults.push(...(await faultsOf(page, path, look, look === looks[0])));
    const { lang, dir, sidebar } = await page.evaluate(() => {
      const place = document.getElementById('navigation')?.getBoundingClientRect();
      return {
        lang: document.documentElement.lang,
        dir: getComputedStyle(document.body).direction,
        sidebar: place !== undefined && place.width > 0 ? place.left : null,
      };
    });
    if (lang !== 'ar' || dir !== 'rtl') faults.push(`${path}: is ${lang} and ${dir}`);
    if (sidebar !== null && sidebar < look.width / 2)
      faults.push(`${path}, ${look.width} px: the sidebar is at the left`);
  }
  return faults;
}

for (const [whose, paths] of [
  ['visitors', entryPages],
  ['signed-in users', ownPages],
] as const) {
  test(`the screens of ${whose} in Arabic run from right to left, without violations or horizontal scrolling`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    test.setTimeout(900_000);
    const { page, context } =
      whose === 'visitors'
        ? await openSignedOut(browser, workspace.ada, consoleErrors, arabic)
        : await openSignedIn(browser, workspace, workspace.ada, consoleErrors, arabic);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    const faults: string[] = [];
    for (const path of paths) {
      await open(page, `${workspace.product.url}${path}`);
      faults.push(...(await faultsIn(page, path)));
    }
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('a document, its panel and a project in Arabic run from right to left', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  test.setTimeout(300_000);
  const id = await workspace.newDocument('From right to left');
  const writer = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openDocument(writer, workspace, id);
  await writeOfEachKind(writer.page);
  await writer.context.close();

  const reader = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, arabic);
  const { page } = reader;
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  const faults: string[] = [];
  await page.goto(`${workspace.product.url}/documents/${id}`);
  const text = page.locator('.documentText [contenteditable="true"]');
  await expect(text).toBeVisible({ timeout: 90_000 });
  const panel = page.getByRole('button', { name: /^اللوحة الجانبية/ });
  if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
  await expect(page.getByRole('tabpanel')).toBeVisible();
  const side = await page.getByRole('tabpanel').boundingBox();
  expect(side?.x ?? Infinity).toBeLessThan((await text.boundingBox())?.x ?? 0);
  faults.push(...(await faultsIn(page, 'a document with its panel')));
  for (const tab of ['', '?tab=board', '?tab=people']) {
    await open(page, `${workspace.product.url}/projects/${workspace.projectId}${tab}`);
    faults.push(...(await faultsIn(page, `a project ${tab}`)));
  }
  expect(faults).toEqual([]);
  await reader.context.close();
});

test('an arrow key selects the tab in its direction', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(
    browser,
    workspace,
    workspace.ada,
    consoleErrors,
    arabic,
  );
  await open(page, `${workspace.product.url}/settings`);
  const tabs = page.getByRole('tab');
  await tabs.first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  await context.close();
});

test('an empty document begins at the side of the page, and a written one at that of its script', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const reader = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, arabic);
  const { page } = reader;
  const id = await workspace.newDocument('');
  await page.goto(`${workspace.product.url}/documents/${id}`);
  const text = page.locator('.documentText [contenteditable="true"]');
  await expect(text).toBeVisible({ timeout: 90_000 });
  const title = page.locator('textarea').first();
  const directions = async (): Promise<string[]> => [
    await title.evaluate((element) => getComputedStyle(element).direction),
    await text.evaluate((element) => getComputedStyle(element).direction),
  ];
  expect(await directions()).toEqual(['rtl', 'rtl']);
  const [area, hint] = [
    await text.boundingBox(),
    await text.evaluate((element) => {
      const before = element.querySelector('p');
      return before === null ? null : getComputedStyle(before, '::before').float;
    }),
  ];
  expect(area?.width).toBeGreaterThan(200);
  expect(hint).toBe('inline-start');
  await title.fill('On looms');
  await text.click();
  await page.keyboard.type('The engine.');
  await expect.poll(directions).toEqual(['ltr', 'ltr']);
  await text.fill('');
  await expect.poll(directions).toEqual(['ltr', 'rtl']);
  await page.keyboard.type('محرك.');
  await expect.poll(directions).toEqual(['ltr', 'rtl']);
  await reader.context.close();
});

test('an English text and a Latin name keep their punctuation at their end', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const reader = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, {
    locale: 'he',
  });
  const { page } = reader;
  await open(page, `${workspace.product.url}/projects/${workspace.projectId}?tab=people`);
  const ends = await page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found = { english: 0, wrong: [] as string[] };
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const words = (node.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');
      if (!/^[A-Z]\p{ASCII}*[.!?]$/u.test(words)) continue;
      const whole = node.textContent ?? '';
      const at = whole.search(/[.!?][\u2066-\u2069]*$/);
      const range = document.createRange();
      const place = (from: number): DOMRect => {
        range.setStart(node as Text, from);
        range.setEnd(node as Text, from + 1);
        return range.getBoundingClientRect();
      };
      const [stop, letter] = [place(at), place(at - 1)];
      found.english += 1;
      if (stop.left < letter.left) found.wrong.push(words);
    }
    return found;
  });
  expect(ends.wrong).toEqual([]);
  expect(ends.english).toBeGreaterThan(0);
  await reader.context.close();
});
