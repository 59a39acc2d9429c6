import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import {
  cardsOf,
  expectSaved,
  openSideTab,
  openDocument,
  openSignedIn,
  test,
  textOf,
} from './fixtures.ts';
import {
  blocksInWindow,
  copiedText,
  elementsIn,
  isInWindow,
  openLongDocument,
  paragraph,
  paragraphs,
  paragraphsPerPart,
} from './long-text.ts';

test('scrolling through a long text renders what is in the window, and moves nothing', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await openLongDocument(user, workspace);
  // 600 paragraphs in as many blocks, of which few are rendered.
  expect(await elementsIn(page)).toBeLessThan(1_100);
  await page.mouse.move(600, 500);
  // The first visible paragraph must move by the distance that was scrolled, and not jump.
  const topOf = (): Promise<{ name: string; top: number; scrolled: number } | null> =>
    textOf(page).evaluate((text) => {
      const visible = [...text.children].find((block) => {
        const { top, height } = block.getBoundingClientRect();
        return top > 250 && height > 0;
      });
      return visible === undefined
        ? null
        : {
            name: visible.textContent ?? '',
            top: visible.getBoundingClientRect().top,
            scrolled: scrollY,
          };
    });
  for (const direction of [1, -1]) {
    for (let i = 0; i < 25; i += 1) {
      const before = await topOf();
      await page.mouse.wheel(0, 400 * direction);
      await expect
        .poll(async () => Math.abs((await topOf())?.scrolled ?? 0) !== before?.scrolled)
        .toBe(true);
      await page.waitForTimeout(60);
      const moved = await textOf(page).evaluate((text, name) => {
        const same = [...text.children].find((block) => block.textContent === name);
        return same?.getBoundingClientRect().top ?? null;
      }, before?.name ?? '');
      expect(before?.name, 'the window shows text').not.toBe('');
      if (moved === null || before === null) throw new Error('the paragraph is not rendered');
      // The distance is that of the wheel, whatever the blocks above are estimated to be.
      expect(Math.abs(before.top - moved - 400 * direction)).toBeLessThan(3);
    }
  }
  await user.context.close();
});

test('Ctrl with End and Home reach both ends of a long text, and text is typed there', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await openLongDocument(user, workspace);
  await textOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' The end.');
  await expect(paragraph(page, paragraphs - 1)).toContainText('leaves. The end.');
  await expect.poll(() => isInWindow(page, paragraphs - 1)).toBe(true);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('At first. ');
  await expect(textOf(page).getByRole('heading').first()).toHaveText('At first. Part 1');
  await expect.poll(() => isInWindow(page, 0)).toBe(true);
  await expectSaved(page);
  // The caret moves over the edge of what is rendered around it, also after scrolling away.
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 30_000);
  await expect.poll(() => isInWindow(page, 0)).toBe(false);
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Here. ');
  await expectSaved(page);
  await expect.poll(() => isInWindow(page, 0)).toBe(true);
  await expect(textOf(page)).toContainText('Here. ');
  await user.context.close();
});

test('all of a long text is selected and copied, also by a user who may only read it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  const id = await openLongDocument(user, workspace);
  await textOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  const all = await copiedText(page);
  for (const i of [0, 299, paragraphs - 1]) expect(all).toContain(`Paragraph ${i}.`);
  // From a paragraph in the window to one far below it.
  await paragraph(page, 2).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ControlOrMeta+End');
  const rest = await copiedText(page);
  expect(rest).not.toContain('Paragraph 1.');
  for (const i of [300, paragraphs - 1]) expect(rest).toContain(`Paragraph ${i}.`);

  await workspace.share('viewer');
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await openDocument(ben, workspace, id);
  await expect(textOf(ben.page).locator('.standIn').first()).toBeAttached();
  await textOf(ben.page).focus();
  await ben.page.keyboard.press('ControlOrMeta+a');
  const read = await copiedText(ben.page);
  for (const i of [0, 299, paragraphs - 1]) expect(read).toContain(`Paragraph ${i}.`);
  await ben.context.close();
  await user.context.close();
});

test('selecting by dragging beyond the window selects everything on the way', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await openLongDocument(user, workspace);
  const from = await paragraph(page, 1).boundingBox();
  if (from === null) throw new Error('The paragraph is not visible.');
  await page.mouse.move(from.x + 2, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 60, { steps: 4 });
  for (let i = 0; i < 12; i += 1) {
    await page.mouse.wheel(0, 1_500);
    await page.mouse.move(from.x + 200 + i, 600);
    await page.waitForTimeout(80);
  }
  await page.mouse.up();
  const words = await copiedText(page);
  expect(words.startsWith('Paragraph 1.')).toBe(true);
  for (const i of [2, 10, 20, 30]) expect(words).toContain(`Paragraph ${i}.`);
  // The deletion removes the selection only.
  await page.keyboard.press('Delete');
  await expect(paragraph(page, 10)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expectSaved(page);
  await page.keyboard.press('ControlOrMeta+a');
  const all = await copiedText(page);
  for (let i = 0; i < paragraphs; i += 1) expect(all).toContain(`Paragraph ${i}.`);
  await user.context.close();
});

test('finding, the outline and the cards of comments lead to text outside the window', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await openLongDocument(user, workspace);
  await page.keyboard.press('ControlOrMeta+f');
  const bar = page.getByRole('search', { name: 'Find in this document' });
  await expect(bar.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
  await page.keyboard.type('Paragraph 444.');
  await expect(bar).toContainText('1 of 1');
  await expect.poll(() => isInWindow(page, 444)).toBe(true);
  await expect(textOf(page).locator('.foundHere')).toHaveText('Paragraph 444.');
  await page.keyboard.press('Escape');

  await openSideTab(page, 'Outline');
  await page
    .getByRole('tabpanel', { name: 'Outline' })
    .getByText('Part 18', { exact: true })
    .click();
  await expect.poll(() => isInWindow(page, 17 * paragraphsPerPart)).toBe(true);
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('ControlOrMeta+Alt+m');
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Why eighteen?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(textOf(page).locator('[data-thread]')).toHaveText('Part 18');
  await textOf(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await expect.poll(() => isInWindow(page, 0)).toBe(true);
  await expect(textOf(page).locator('[data-thread]')).toHaveCount(0);
  await openSideTab(page, 'Comments & suggestions');
  await cardsOf(page, 'comment').getByText('Why eighteen?').click();
  await expect(textOf(page).locator('[data-thread]')).toHaveText('Part 18');
  await expect.poll(() => isInWindow(page, 17 * paragraphsPerPart)).toBe(true);
  // The card is level with its text.
  const level = async (): Promise<number> =>
    Math.abs(
      ((await cardsOf(page, 'comment').boundingBox())?.y ?? 0) -
        ((await textOf(page).locator('[data-thread]').boundingBox())?.y ?? 1_000),
    );
  await expect.poll(level).toBeLessThan(30);
  await user.context.close();
});

test('another user’s caret is followed to text outside the window, and its text is shown there', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const id = await openLongDocument(ada, workspace);
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await openDocument(ben, workspace, id);
  await textOf(ben.page).click();
  await ben.page.keyboard.press('ControlOrMeta+End');
  await ben.page.keyboard.type(' Ben was here.');
  await expectSaved(ben.page);
  await expect(textOf(ada.page).locator('.othersCaret')).toHaveCount(0);
  await ada.page.getByRole('button', { name: /Ben Okri/ }).click();
  await expect(textOf(ada.page).locator('.othersCaret')).toBeVisible();
  await expect.poll(() => isInWindow(ada.page, paragraphs - 1)).toBe(true);
  await expect(paragraph(ada.page, paragraphs - 1)).toContainText('Ben was here.');
  // The name at a caret that is rendered again is hidden, as before.
  await expect(textOf(ada.page).locator('.othersCaret')).toHaveAttribute('data-quiet', '');
  await textOf(ada.page).click();
  await ada.page.keyboard.press('ControlOrMeta+Home');
  await expect(textOf(ada.page).locator('.othersCaret')).toHaveCount(0);
  await ada.page.keyboard.press('ControlOrMeta+End');
  await expect(textOf(ada.page).locator('.othersCaret')).toHaveAttribute('data-quiet', '');
  await ben.context.close();
  await ada.context.close();
});

test('footnotes keep their numbers, and toggles stay open, while they are outside the window', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await openLongDocument(user, workspace);
  const hidden = textOf(page).getByText('Hidden words');
  await textOf(page).getByRole('button', { name: 'Expand' }).click();
  await expect(hidden).toBeVisible();
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 30_000);
  await expect.poll(() => isInWindow(page, 4)).toBe(false);
  // The style sheet counts the footnotes: those of a stand-in are part of its own counter.
  const counted = await textOf(page).evaluate((text) =>
    [...text.querySelectorAll<HTMLElement>('.standIn, [data-type="footnote"]')].reduce(
      (sum, element) => sum + Number(getComputedStyle(element).counterIncrement.split(' ')[1] ?? 0),
      0,
    ),
  );
  expect(counted).toBe(paragraphs / 20);
  expect(await textOf(page).locator('[data-type="footnote"]').count()).toBeLessThan(10);
  await page.mouse.wheel(0, -30_000);
  await expect(hidden).toBeVisible();
  await user.context.close();
});

test('the whole page is copied with all of a long text, although the focus is outside of it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLongDocument(user, workspace);
  await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
  await page.keyboard.press('ControlOrMeta+c');
  const words = await page.evaluate(() => navigator.clipboard.readText());
  for (const i of [0, 299, paragraphs - 1]) expect(words).toContain(`Paragraph ${i}.`);
  await expect(textOf(page).locator('.standIn').first()).toBeAttached();
  await context.close();
});

test('a composition continues while the page scrolls, and what comes into the window is rendered', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await openLongDocument(user, workspace);
  const session = await context.newCDPSession(page);
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await paragraph(page, 2).click();
  await compose('k');
  await compose('か');
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 6_000);
  await expect.poll(() => isInWindow(page, 2)).toBe(false);
  await expect.poll(async () => (await blocksInWindow(page)).standIns).toBe(0);
  expect((await blocksInWindow(page)).rendered).toBeGreaterThan(1);
  await compose('かん');
  await session.send('Input.insertText', { text: '漢字' });
  await expectSaved(page);
  await expect(paragraph(page, 2)).toContainText('漢字');
  await context.close();
});

test('a long text is printed as a whole', async ({ browser, workspace, consoleErrors }) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await openLongDocument(user, workspace);
  const rendered = await textOf(page).evaluate((text) => {
    dispatchEvent(new Event('beforeprint'));
    return {
      blocks: text.querySelectorAll('p').length,
      standIns: text.querySelectorAll('.standIn').length,
    };
  });
  expect(rendered.blocks).toBeGreaterThanOrEqual(paragraphs);
  expect(rendered.standIns).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(textOf(page).locator('.standIn').first()).toBeAttached();
  await user.context.close();
});

test('assistive technology reads all of a long text in order, and its mode changes in place', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await openLongDocument(user, workspace);
  await expect(textOf(page).getByRole('heading', { name: /^Part \d+$/ })).toHaveCount(
    paragraphs / paragraphsPerPart,
  );
  const names = await textOf(page).evaluate((text) =>
    [...text.children].map((block) => block.ariaLabel ?? block.textContent ?? ''),
  );
  const read = names.flatMap((name) => /^Paragraph (\d+)\./.exec(name)?.[1] ?? []);
  expect(read.map(Number)).toEqual(Array.from({ length: paragraphs }, (_, i) => i));
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id: rule, nodes }) => `${rule} ${nodes[0]?.html}`)).toEqual([]);

  // Another mode creates another editor, which shows the same part of the text.
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 12_000);
  await page.waitForTimeout(300);
  const inWindow = () =>
    textOf(page).evaluate((text) => {
      const visible = [...text.querySelectorAll(':scope > p')].find(
        (block) => block.getBoundingClientRect().top > 250,
      );
      return { words: visible?.textContent ?? '', top: visible?.getBoundingClientRect().top ?? 0 };
    });
  const before = await inWindow();
  expect(before.words).toContain('Paragraph');
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('viewing');
  await expect(textOf(page)).toHaveAttribute('aria-readonly', 'true');
  await expect.poll(async () => (await inWindow()).words).toBe(before.words);
  await user.context.close();
});
