import { expect, type Page } from '@playwright/test';
import { namesIn } from '../src/names.ts';
import { openDocument, openSignedIn, openSignedOut, test } from './fixtures.ts';
import { looks, mirroredFaults, mirroredLanguages, openText } from './right-to-left.ts';
import { entryPages, open, ownPages, writeOfEachKind } from './screen-faults.ts';

/** Devices in a language: without a preference, the language of the browser applies. */
const arabic = { locale: 'ar' };
const hebrew = { locale: 'he' };

/** Returns the faults of an open page in both widths. */
async function faultsIn(page: Page, what: string, language: string): Promise<string[]> {
  const faults: string[] = [];
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 900 });
    const isNew = look === looks[0];
    faults.push(...(await mirroredFaults(page, what, { look, language, isNew })));
  }
  return faults;
}

for (const language of mirroredLanguages) {
  for (const [whose, paths] of [
    ['visitors', entryPages],
    ['signed-in users', ownPages],
  ] as const) {
    test(`the screens of ${whose} in the language ${language} run from right to left, without violations or horizontal scrolling`, async ({
      browser,
      workspace,
      consoleErrors,
    }) => {
      test.setTimeout(900_000);
      const device = { locale: language };
      const { page, context } =
        whose === 'visitors'
          ? await openSignedOut(browser, workspace.ada, consoleErrors, device)
          : await openSignedIn(browser, workspace, workspace.ada, consoleErrors, device);
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      const faults: string[] = [];
      for (const path of paths) {
        await open(page, `${workspace.product.url}${path}`);
        faults.push(...(await faultsIn(page, path, language)));
      }
      expect(faults).toEqual([]);
      await context.close();
    });
  }

  test(`a document, its panel and a project in the language ${language} run from right to left`, async ({
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

    const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, {
      locale: language,
    });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    const faults: string[] = [];
    const text = await openText(page, `${workspace.product.url}/documents/${id}`);
    const name = namesIn(language);
    const panel = page.getByRole('button', { name: name('Side panel: {count} open') });
    if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    const side = await page.getByRole('tabpanel').boundingBox();
    expect(side?.x ?? Infinity).toBeLessThan((await text.boundingBox())?.x ?? 0);
    faults.push(...(await faultsIn(page, 'a document with its panel', language)));
    for (const tab of ['', '?tab=board', '?tab=people']) {
      await open(page, `${workspace.product.url}/projects/${workspace.projectId}${tab}`);
      faults.push(...(await faultsIn(page, `a project ${tab}`, language)));
    }
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('arrow keys follow the direction in tabs, in the tree of documents and in toolbars', async ({
  browser,
  workspace: { ada, product },
  consoleErrors,
}) => {
  const make = (title: string, parentId?: string) =>
    ada.call('createDocument', { body: { title, ...(parentId && { parentId }) } });
  const novel = await make('Novel');
  await make('Part one', novel.id);
  const { page, context } = await openSignedIn(browser, { product }, ada, consoleErrors, hebrew);
  await open(page, `${product.url}/settings`);
  const tabs = page.getByRole('tab');
  await tabs.first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');

  await openText(page, `${product.url}/documents/${novel.id}`);
  const item = (title: string) => page.getByRole('treeitem', { name: title });
  await item('Novel').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(item('Part one')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(item('Novel')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(item('Part one')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(item('Part one')).toHaveCount(1);

  const bar = page.getByRole('toolbar', { name: namesIn('he')('Formatting') });
  await bar.locator('[tabindex="0"]').first().focus();
  const left = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().left ?? 0);
  const before = await left();
  await page.keyboard.press('ArrowLeft');
  expect(await left()).toBeLessThan(before);
  await page.keyboard.press('ArrowRight');
  expect(await left()).toBe(before);
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
  const text = await openText(page, `${workspace.product.url}/documents/${id}`);
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
  const reader = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, hebrew);
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

test('a field has the direction of its text, and that of the page while it is empty', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, hebrew);
  const { page, context } = user;
  await open(page, `${workspace.product.url}/projects`);
  await page.getByRole('button', { name: namesIn('he')('New project') }).click();
  for (const field of await page.getByRole('dialog').getByRole('textbox').all()) {
    await expect(field).toHaveCSS('direction', 'rtl');
    await field.fill('Letters, 12.');
    await expect(field).toHaveCSS('direction', 'ltr');
    await field.fill('מכתבים, 12.');
    await expect(field).toHaveCSS('direction', 'rtl');
  }
  await context.close();
});
