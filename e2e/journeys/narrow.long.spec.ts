import { expect, type Page } from '@playwright/test';
import { password, signUp } from '@longhand/driver';
import {
  cardsOf,
  expectSaved,
  focusText,
  openDocument,
  openSignedOut,
  openSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';
import { pastePicture } from './clipboard.ts';
import { choose, expectFocusIn, focusedElement, moveFocusTo, press } from './keys.ts';

/** Returns the names of the visible links and buttons of a bar that something else covers. */
const coveredIn = (page: Page, bar: string): Promise<string[]> =>
  page
    .locator(bar)
    .locator('a:visible, button:visible, select:visible')
    .evaluateAll((all) =>
      all
        .filter((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return !each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        })
        .map((each) => each.ariaLabel ?? each.textContent ?? ''),
    );

test('on a narrow screen, by keyboard only: sign in, find a document, write, comment, suggest, decide, change the mode, share', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('The voyage');
  await signUp(workspace.product.url, 'cleo', 'Cleo Birch');
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(workspace.product.url);
  await press(page, 'Menu');
  await expect(page.getByRole('navigation', { name: 'Site menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Site menu' })).toBeHidden();
  expect((await focusedElement(page)).name).toBe('Menu');
  await press(page, 'Log in');
  await expect(page.getByRole('tab', { name: 'Log in' })).toBeVisible();
  await moveFocusTo(page, /^Username/);
  await page.keyboard.type('ada');
  await moveFocusTo(page, /^Password/);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\?/);

  // The welcome toast covers no button of the bar.
  await expect(page.getByText('Welcome back, Ada')).toBeVisible();
  expect(await coveredIn(page, 'header')).toEqual([]);

  // The navigation is a sheet: Escape closes it, and the focus returns to its previous place.
  const places = page.getByRole('dialog', { name: 'Navigation' });
  await press(page, 'Navigation');
  await expect(places).toBeVisible();
  await moveFocusTo(page, 'Projects');
  await page.keyboard.press('Escape');
  await expect(places).toBeHidden();
  expect((await focusedElement(page)).name).toBe('Navigation');
  await page.keyboard.press('Enter');
  await press(page, 'Notes on engines');
  await expect(places).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Notes on engines' })).toBeVisible();
  await press(page, /^The voyage/);
  await expect(textOf(page)).toBeVisible();

  await moveFocusTo(page, 'Document text');
  for (let line = 1; line <= 30; line += 1) await page.keyboard.type(`Line ${line} of the log.\n`);
  await page.keyboard.type('The wind was fair.');
  await expectSaved(page);

  // A comment on the selection. After it is sent, the focus returns to the text.
  const beside = page.getByRole('complementary', { name: 'Side panel' });
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ControlOrMeta+Alt+m');
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toBeFocused();
  await expect.poll(async () => (await focusedElement(page)).isMarked).toBe(true);
  await page.keyboard.type('How fair?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cardsOf(page, 'comment')).toHaveCount(1);
  await expect(textOf(page)).toBeFocused();
  await expect(beside).toBeVisible();
  await moveFocusTo(page, /^Side panel: 1/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(beside).toBeHidden();

  // Changes the mode, and makes a suggestion.
  await moveFocusTo(page, 'Mode', 'Shift+Tab');
  await page.keyboard.type('S');
  await expect(page.getByRole('combobox', { name: 'Mode' })).toHaveValue('suggesting');
  await moveFocusTo(page, 'Document text');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' We sailed.');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight');
  await page.keyboard.type('Row');
  await expectSaved(page);

  // The sheet takes the focus when it opens, and returns it when it closes.
  await moveFocusTo(page, /^Side panel: 3/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(beside).toBeVisible();
  await expectFocusIn(page, 'Side panel');
  await page.keyboard.press('Escape');
  await expect(beside).toBeHidden();
  expect((await focusedElement(page)).name).toMatch(/^Side panel: 3/);
  await page.keyboard.press('Enter');
  await expect(cardsOf(page, 'suggestion')).toHaveCount(2);
  // From card to card, to the place in the text, and back.
  await moveFocusTo(page, 'Show in the text: fair.');
  await moveFocusTo(page, /^Accept: Insert/);
  await moveFocusTo(page, 'Show in the text: Replace “Line” with “Row”', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toBeFocused();
  await moveFocusTo(page, 'Comments & suggestions');
  await press(page, /^Accept: Replace/);
  await expect(cardsOf(page, 'suggestion')).toHaveCount(1);
  await expectFocusIn(page, 'Side panel');
  await press(page, /^Reject: Insert/);
  await expect(cardsOf(page, 'suggestion')).toHaveCount(0);
  await expectFocusIn(page, 'Side panel');
  await moveFocusTo(page, /^Reply: How fair/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Very.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(cardsOf(page, 'comment').first()).toHaveAccessibleName(/1 reply/);
  await expectFocusIn(page, 'Side panel');
  await page.keyboard.press('Escape');
  await expect(beside).toBeHidden();
  await expect.poll(() => wordsOf(page)).toMatch(/^Row 1 of the log\.\n[^]*\nThe wind was fair\.$/);

  // The share dialog and the document menu: each closes with Escape, and the focus returns to its
  // previous place.
  await moveFocusTo(page, 'Share', 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Username or email')).toBeFocused();
  await page.keyboard.type('cleo');
  await press(page, 'Add');
  await expect(dialog.getByRole('list', { name: 'People of this document' })).toContainText(
    'Cleo Birch',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused();
  await press(page, 'Document menu');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Document menu' })).toBeFocused();
  await press(page, 'Document menu');
  await choose(page, 'Rename');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();

  // The bar has no room for theme and status: they are in the menu and above the title.
  await press(page, 'Document menu');
  await choose(page, 'Theme: dark');
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await moveFocusTo(page, 'Status');
  await page.keyboard.type('In');
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('in_review');
  await expect
    .poll(
      async () => (await workspace.ada.call('getDocument', { params: { id }, query: {} })).status,
    )
    .toBe('in_review');
  expect(id).toBe(new URL(page.url()).pathname.split('/').at(-1));
  await context.close();
});

test('on a phone, a tap on a suggestion shows its card with the decisions, and the side panel leaves its place visible', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('The voyage');
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  await openDocument(ada, workspace, id);
  await focusText(page);
  for (let line = 1; line <= 14; line += 1) await page.keyboard.type(`Line ${line} of the log.\n`);
  await page.keyboard.type('The wind was fair.');
  await page.keyboard.press('ControlOrMeta+Home');
  await expectSaved(page);
  await workspace.share('reviewer');
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await openDocument(ben, workspace, id);
  await textOf(ben.page).getByText('The wind was fair.').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type(' So far.');
  await expectSaved(ben.page);
  await ben.context.close();

  const card = page.getByRole('region', { name: 'Suggestion at the cursor' });
  await expect(card).toBeHidden();
  await textOf(page).locator('ins').click();
  await expect(card).toContainText('Ben Okri');
  await page.getByRole('button', { name: /^Side panel/ }).click();
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeVisible();
  await expect
    .poll(async () => (await textOf(page).locator('ins').boundingBox())?.y ?? Infinity)
    .toBeLessThan(844 * 0.4);
  await page.getByRole('button', { name: 'Close panel' }).click();
  await textOf(page).locator('ins').click();
  await card.getByRole('button', { name: /^Accept/ }).click();
  await expect(card).toBeHidden();
  await expect(textOf(page).locator('ins')).toHaveCount(0);
  expect(await wordsOf(page)).toContain('The wind was fair. So far.');
  await expectSaved(page);
  await context.close();
});

test('on a touch screen, the bar is one row, its buttons are large enough, and a picture shows its handle', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('The voyage');
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { page, context } = ada;
  await openDocument(ada, workspace, id);
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  await textOf(page).tap();
  await pastePicture(textOf(page), 'sea.png');
  await expect(textOf(page).locator('figure img')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(textOf(page).locator('.pictureHandle')).toHaveCSS('opacity', '1');
  await expectSaved(page);
  await page.keyboard.press('ControlOrMeta+End');
  for (let line = 1; line <= 30; line += 1) await page.keyboard.type(`\nLine ${line}`);
  await expect(async () => {
    const tools = await page.getByRole('toolbar', { name: 'Formatting' }).boundingBox();
    if (tools === null) throw new Error('the formatting toolbar is not shown');
    expect(tools.height).toBeLessThan(60);
    expect(tools.y + tools.height).toBeCloseTo(844, 0);
    const [top, bottom] = await page.evaluate(() => {
      const caret = getSelection()?.getRangeAt(0).getBoundingClientRect();
      return [caret?.top ?? 0, caret?.bottom ?? 0];
    });
    expect(top, 'the upper end of the caret').toBeGreaterThan(0);
    expect(bottom, 'the lower end of the caret').toBeLessThanOrEqual(tools.y);
  }).toPass();
  await expectSaved(page);
  await page.getByRole('button', { name: /^Side panel/ }).tap();
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeVisible();
  const bar = page.locator('header').first();
  expect((await bar.boundingBox())?.height).toBeLessThan(60);
  expect(await bar.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  const small = await page
    .locator('header, [role=toolbar], aside')
    .locator('button:visible, select:visible')
    .evaluateAll((all) =>
      all
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(
          ({ each, box }) => `${each.ariaLabel ?? each.textContent}: ${box.width} × ${box.height}`,
        ),
    );
  expect(small).toEqual([]);
  await context.close();
});

test('on a phone, a guest leaves the document through its menu, and no button of the bar ends the visit', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('The voyage');
  const { link } = await workspace.ada.call('createGuestLink', {
    params: { id },
    body: { role: 'editor' },
  });
  const { page, context } = await openSignedOut(browser, workspace.ben, consoleErrors);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(workspace.product.url + link.slice(new URL(link).origin.length));
  await page.getByRole('textbox', { name: 'Your name' }).fill('Eve');
  await page.getByRole('button', { name: 'Join as guest' }).click();
  await textOf(page).click();
  await page.keyboard.type('The wind was fair.');
  await expectSaved(page);
  await expect(page.locator('header').getByRole('button', { name: /Leave/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByRole('menuitem', { name: 'Leave the document' }).click();
  await expect(page).toHaveURL(`${workspace.product.url}/`);
  await page.goto(`${workspace.product.url}/guest/${id}`);
  await expect(
    page.getByRole('heading', { name: 'You have no access to this document' }),
  ).toBeVisible();
  await context.close();
});
