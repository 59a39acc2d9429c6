import { expect } from '@playwright/test';
import {
  expectSaved,
  focusText,
  openSideTab,
  openDocument,
  openSignedIn,
  test,
  textOf,
  wordsOf,
  writeDocument,
} from './fixtures.ts';

test('a version is saved under a name, compared with the text, and restored by passage and as a whole', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  const id = await writeDocument(
    ada,
    workspace,
    'One morning it rained.\nThe river rose.\nNobody slept.',
  );
  await openSideTab(page, 'History');
  await page.getByRole('textbox', { name: 'Version name' }).fill('First draft');
  await page.getByRole('button', { name: 'Save version' }).click();
  const version = page.getByRole('button', { name: /^First draft/ });
  await expect(version).toContainText('9 words');
  await focusText(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' The bell rang.');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Once: ');
  await expectSaved(page);
  await version.click();
  const view = page.getByRole('region', { name: 'First draft' });
  await expect(view.getByRole('status')).toContainText('2 differences');
  await expect(view.locator('ins')).toHaveText(['Once: ', ' The bell rang.']);
  await page.getByRole('button', { name: 'Next change' }).click();
  await view
    .getByRole('region', { name: 'Changed' })
    .last()
    .getByRole('button', { name: 'Restore this passage' })
    .click();
  await expect(view.getByRole('status')).toContainText('1 difference');
  await view.getByRole('combobox', { name: 'Compare with' }).selectOption('None');
  await expect(view.getByRole('document')).toContainText('Nobody slept.');
  await page.getByRole('button', { name: 'Close comparison' }).click();
  await expect(textOf(page)).toBeFocused();
  await expect
    .poll(() => wordsOf(page))
    .toBe('Once: One morning it rained.\nThe river rose.\nNobody slept.');
  await version.click();
  await page.getByRole('button', { name: 'Restore First draft' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(textOf(page)).toBeFocused();
  await expect
    .poll(() => wordsOf(page))
    .toBe('One morning it rained.\nThe river rose.\nNobody slept.');
  await expect(page.getByRole('button', { name: /^Version \d+, restored/ })).toBeVisible();
  await expectSaved(page);
  await version.click();
  await page.getByRole('button', { name: 'Copy to new document' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect
    .poll(() => wordsOf(page))
    .toBe('One morning it rained.\nThe river rose.\nNobody slept.');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A letter (version 1)');
  await ada.context.close();
});

test('changes within a paragraph are restored one by one', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  await openDocument(ada, workspace, await workspace.newDocument());
  await textOf(page).click();
  await page.keyboard.type('The old river rose all night.');
  await expectSaved(page);
  await openSideTab(page, 'History');
  await page.getByRole('textbox', { name: 'Version name' }).fill('First draft');
  await page.getByRole('button', { name: 'Save version' }).click();
  const version = page.getByRole('button', { name: /^First draft/ });
  await expect(version).toContainText('6 words');
  await textOf(page)
    .getByText('The old river')
    .dblclick({ position: { x: 4, y: 8 } });
  await page.keyboard.type('An');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.type('day.');
  await expect.poll(() => wordsOf(page)).toBe('An old river rose all day.');
  await expectSaved(page);
  await version.click();
  const view = page.getByRole('region', { name: 'First draft' });
  await expect(view.locator('del')).toHaveText(['The', 'night']);
  await view.getByRole('button', { name: 'Restore this change: night → day' }).click();
  // The last change is restored as a passage.
  await expect(view.locator('del')).toHaveText(['The']);
  await expect(view.getByRole('button', { name: /^Restore this change/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close comparison' }).click();
  await expect.poll(() => wordsOf(page)).toBe('An old river rose all night.');
  await page.keyboard.press('Control+z');
  await expect.poll(() => wordsOf(page)).toBe('An old river rose all day.');
  await ada.context.close();
});

test('a version is renamed in the list by keyboard; Escape keeps its name, an empty name removes it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = ada;
  await writeDocument(ada, workspace, 'One morning it rained.');
  await openSideTab(page, 'History');
  await page.getByRole('button', { name: 'Save version' }).click();
  const rename = page.getByRole('button', { name: 'Rename Version 1' });
  const field = page.getByRole('textbox', { name: 'Name of Version 1' });
  await rename.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Not this');
  await page.keyboard.press('Escape');
  await expect(rename).toBeFocused();
  await rename.press('Enter');
  await page.keyboard.type('For the printer');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('button', { name: 'Rename For the printer' });
  await expect(renamed).toBeFocused();
  await page.reload();
  await openSideTab(page, 'History');
  await expect(page.getByRole('button', { name: /^For the printer/ })).toContainText('4 words');
  await renamed.press('Enter');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(rename).toBeFocused();
  await ada.context.close();
});
