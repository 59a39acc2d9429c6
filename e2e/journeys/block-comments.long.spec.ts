import { expect, type Page } from '@playwright/test';
import { pastePicture } from './clipboard.ts';
import {
  cardsOf,
  expectSaved,
  openSideTab,
  openDocumentForBoth,
  test,
  textOf,
} from './fixtures.ts';

/** Writes a comment on what is selected, by the keys alone. */
async function comment(page: Page, body: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Alt+m');
  const field = page.getByRole('textbox', { name: 'Your comment' });
  await expect(field).toBeFocused();
  await page.keyboard.type(body);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(field).toBeHidden();
}

test('comments on a picture and a formula are marked on all pages, and are kept after undo and reload', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, ben } = await openDocumentForBoth(browser, workspace, consoleErrors, 'Of blocks');
  const { page } = ada;
  await textOf(page).click();
  await page.keyboard.type('Above');
  await pastePicture(textOf(page), 'harbour.png');
  await expect(textOf(page).getByRole('img', { name: 'harbour' })).toBeVisible();
  const picture = (on: Page) => textOf(on).locator('.commentedBlock:has(img)');
  const formula = (on: Page) => textOf(on).locator('.commentedBlock:has(math)');
  await comment(page, 'Which harbour?');
  await expect(picture(page)).toHaveCount(1);
  await expect(picture(ben.page)).toHaveCount(1);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/formula');
  const options = page.getByRole('listbox', { name: 'Insert' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('\\frac{a}{b}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectSaved(page);
  await expect(textOf(ben.page).locator('[data-type=formula] math')).toBeAttached();
  await expect(formula(ben.page)).toHaveCount(0);
  await textOf(ben.page).locator('[data-type=formula]').click();
  await comment(ben.page, 'Is b ever zero?');
  for (const on of [page, ben.page]) await expect(formula(on)).toHaveCount(1);
  await openSideTab(page, 'Comments & suggestions');
  await expect(cardsOf(page, 'comment')).toHaveCount(2);
  await expect(cardsOf(page, 'comment').first()).toContainText('Which harbour?');
  const onFormula = cardsOf(page, 'comment').last();
  await expect(onFormula).toContainText('Is b ever zero?');
  await expect(onFormula).toHaveAccessibleName(/ on “\\frac\{a\}\{b\}”: Is b ever zero\?$/);
  await expect(
    onFormula.getByRole('button', { name: 'Show in the text: \\frac{a}{b}' }),
  ).toBeVisible();

  // The comment outlives its picture, and is attached again when the picture is restored.
  await textOf(page).getByRole('img', { name: 'harbour' }).click();
  await page.keyboard.press('Delete');
  await expect(textOf(page).getByRole('img', { name: 'harbour' })).toHaveCount(0);
  await openSideTab(ben.page, 'Comments & suggestions');
  const gone = cardsOf(ben.page, 'comment').filter({ hasText: 'Which harbour?' });
  await expect(gone).toContainText('The commented text was deleted.');
  await page.keyboard.press('ControlOrMeta+z');
  for (const on of [page, ben.page]) await expect(picture(on)).toHaveCount(1);
  await expect(gone).not.toContainText('The commented text was deleted.');

  await ben.page.reload();
  await expect(picture(ben.page)).toHaveCount(1);
  await expect(formula(ben.page)).toHaveCount(1);
  await ada.context.close();
  await ben.context.close();
});
