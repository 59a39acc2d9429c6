import { expect } from '@playwright/test';
import { expectSaved, openBeside, openDocument, sitSignedIn, test, textOf, wordsOf } from './desk.ts';

test('a version is kept under a name, compared with the text, one passage brought back, then all', async ({
  browser,
  office,
  quiet,
}) => {
  const id = await office.newDocument();
  const ada = await sitSignedIn(browser, office, office.ada, quiet);
  const { page } = ada;
  await openDocument(ada, office, id);
  await textOf(page).click();
  await page.keyboard.type('One morning it rained.\nThe river rose.\nNobody slept.');
  await expectSaved(page);
  await openBeside(page, 'History');
  await page.getByRole('textbox', { name: 'Name of this version' }).fill('First draft');
  await page.getByRole('button', { name: 'Keep this version' }).click();
  const version = page.getByRole('button', { name: /First draft/ });
  await expect(version).toContainText('9 words');
  await textOf(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' The bell rang.');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Once: ');
  await expectSaved(page);
  await version.click();
  const view = page.getByRole('region', { name: 'First draft' });
  await expect(view.getByRole('status')).toContainText('2 differences');
  await expect(view.locator('ins')).toHaveText(['Once: ', ' The bell rang.']);
  await page.getByRole('button', { name: 'Next difference' }).click();
  await view.getByRole('region', { name: 'Changed' }).last().getByRole('button', { name: 'Take this back' }).click();
  await expect(view.getByRole('status')).toContainText('1 difference');
  await view.getByRole('combobox', { name: 'Compare with' }).selectOption('nothing');
  await expect(view.getByRole('document')).toContainText('Nobody slept.');
  await page.getByRole('button', { name: 'Back to the text' }).click();
  await expect.poll(() => wordsOf(page)).toBe('Once: One morning it rained.\nThe river rose.\nNobody slept.');
  await version.click();
  await page.getByRole('button', { name: 'Restore First draft' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.poll(() => wordsOf(page)).toBe('One morning it rained.\nThe river rose.\nNobody slept.');
  await expect(page.getByRole('button', { name: /restored/ })).toBeVisible();
  await expectSaved(page);
  await version.click();
  await page.getByRole('button', { name: 'Continue as a new document' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect.poll(() => wordsOf(page)).toBe('One morning it rained.\nThe river rose.\nNobody slept.');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A letter (version 1)');
  await ada.context.close();
});
