import { expect, type Page } from '@playwright/test';
import {
  cardsOf,
  expectSaved,
  openSideTab,
  openDocument,
  openBothSignedIn,
  openSignedIn,
  test,
  textOf,
} from './fixtures.ts';
import { expectMenuFocused, focusedElement } from './keys.ts';

/** More than the number of entries in the block menu. */
const entriesMax = 40;

/** Opens the block menu at the caret and chooses the item with this name, by keyboard only. */
async function choose(page: Page, role: 'menuitem' | 'menuitemradio', name: string): Promise<void> {
  await page.keyboard.press('Alt+Enter');
  const line = page.getByRole('menu', { name: 'Block' }).getByRole(role, { name, exact: true });
  await expect(line).toBeVisible();
  await expectMenuFocused(page);
  const isThere = () => line.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < entriesMax && !(await isThere()); steps += 1)
    await page.keyboard.press('ArrowDown');
  await expect(line).toBeFocused();
  expect(await focusedElement(page), 'the focus is visible').toMatchObject({ isMarked: true });
  await page.keyboard.press('Enter');
}

test('the block menu changes the format and the start of list numbers, and a reviewer suggests a format', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  await workspace.share('reviewer');
  const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
  const id = await workspace.newDocument('Contract');
  await openDocument(ada, workspace, id);
  const text = textOf(ada.page);
  const list = text.locator('ol').first();
  await text.click();
  await ada.page.keyboard.type('1. first');
  await ada.page.keyboard.press('Enter');
  await ada.page.keyboard.type('second');
  await choose(ada.page, 'menuitemradio', 'a, b, c');
  await expect(list).toHaveAttribute('type', 'a');
  await choose(ada.page, 'menuitem', 'Restart numbering…');
  const field = ada.page.getByRole('dialog', { name: 'Restart numbering' }).getByLabel('Start at');
  await expect(field).toBeFocused();
  await field.fill('none');
  await ada.page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('4');
  await ada.page.keyboard.press('Enter');
  await expect(list).toHaveAttribute('start', '4');
  // The caret stayed at its place.
  await ada.page.keyboard.type(' clause');
  await expect(text.locator('li').nth(1)).toHaveText('second clause');
  await ada.page.keyboard.press('Alt+Enter');
  await expect(ada.page.getByRole('menuitemradio', { name: 'a, b, c', exact: true })).toBeChecked();
  await ada.page.keyboard.press('Escape');
  await expectSaved(ada.page);

  await openDocument(ben, workspace, id);
  await textOf(ben.page).getByText('first').click();
  await choose(ben.page, 'menuitemradio', 'I, II, III');
  await expect(textOf(ben.page).locator('ol[data-modification]')).toHaveCount(1);
  await expectSaved(ben.page);
  // The suggested format is already rendered.
  await expect(list).toHaveAttribute('type', 'I');
  await openSideTab(ada.page, 'Comments & suggestions');
  await expect(cardsOf(ada.page, 'suggestion')).toContainText('Change list numbers to I, II, III');
  await ada.page.getByRole('button', { name: /^Accept: / }).click();
  await expect(text.locator('ol[data-modification]')).toHaveCount(0);
  await expect(list).toHaveAttribute('type', 'I');
  await expect(list).toHaveAttribute('start', '4');
  await expectSaved(ada.page);
  for (const { context } of [ada, ben]) await context.close();
});

test('on a phone, the block menu offers the numbers of a list, but not for other text or for viewers', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await workspace.newDocument('Steps');
  await openDocument(user, workspace, id);
  await textOf(page).click();
  await page.keyboard.type('1. first');
  const open = page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Block', exact: true });
  await open.click();
  const menu = page.getByRole('menu', { name: 'Block' });
  await menu.getByRole('menuitemradio', { name: 'i, ii, iii', exact: true }).click();
  await expect(textOf(page).locator('ol')).toHaveAttribute('type', 'i');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('plain');
  await open.click();
  await expect(menu.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await expect(menu.getByRole('menuitemradio')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectSaved(page);
  await workspace.share('viewer');
  const reader = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await openDocument(reader, workspace, id);
  await textOf(reader.page).getByText('first').click();
  await reader.page.keyboard.press('Alt+Enter');
  await expect(reader.page.getByRole('menu', { name: 'Block' })).toHaveCount(0);
  for (const { context } of [user, reader]) await context.close();
});
