import { expect } from '@playwright/test';
import { expectSaved, openDocument, openSignedIn, test, textOf } from './fixtures.ts';

test('superscript and subscript are set by shortcuts and buttons, and suggested by shortcut', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await openDocument(user, workspace, await workspace.newDocument('Water'));
  const text = textOf(page);
  await text.click();
  const { keyboard } = page;
  await keyboard.type('H');
  await keyboard.press('ControlOrMeta+,');
  await keyboard.type('2');
  await keyboard.press('ControlOrMeta+,');
  await keyboard.type('O m');
  await page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Superscript' })
    .click();
  await keyboard.type('2');
  await expect(text.locator('sub')).toHaveText('2');
  await expect(text.locator('sup')).toHaveText('2');
  await expectSaved(page);
  // Subscript replaces superscript; a text does not have both.
  await keyboard.press('Shift+ArrowLeft');
  await keyboard.press('ControlOrMeta+,');
  await expect(text.locator('sub')).toHaveCount(2);
  await expect(text.locator('sup')).toHaveCount(0);
  await expectSaved(page);
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('suggesting');
  await keyboard.press('ControlOrMeta+a');
  await text.focus();
  await keyboard.press('Home');
  await keyboard.press('Shift+ArrowRight');
  await keyboard.press('ControlOrMeta+.');
  // The suggested format is rendered and marked as a suggestion.
  await expect(text.locator('[data-adds="superscript"]')).toHaveText('H');
  await expect(text.locator('sup')).toHaveText('H');
  await expectSaved(page);
  await context.close();
});
