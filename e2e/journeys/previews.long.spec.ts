import { expect, type Page } from '@playwright/test';
import { signUp } from '@longhand/driver';
import {
  cardsOf,
  expectSaved,
  openSideTab,
  openDocument,
  openSignedIn,
  test,
  textOf,
  wordsOf,
  writeDocument,
  type BrowserUser,
} from './fixtures.ts';

/** Puts the caret at the end of a line and types. */
async function append({ page }: BrowserUser, line: string, words: string): Promise<void> {
  await textOf(page).getByText(line).click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
  await expectSaved(page);
}

/** Opens the bulk actions unless they are open, and presses one of the buttons. */
async function decideAbout(page: Page, button: string | RegExp): Promise<void> {
  const several = page.getByRole('group').filter({ hasText: 'Bulk actions' });
  if ((await several.getAttribute('open')) === null)
    await several.getByText('Bulk actions').click();
  await several.getByRole('button', { name: button }).click();
}

test('suggestions are previewed, and decided by author and by selection', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const cyd = await signUp(workspace.product.url, 'cyd', 'Cyd Charisse');
  await workspace.ada.call('addProjectCollaborator', {
    params: { id: workspace.projectId },
    body: { usernameOrEmail: 'cyd', role: 'reviewer' },
  });
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const id = await writeDocument(ada, workspace, 'One.\nTwo.\nThree.', 'Two voices');
  await workspace.share('reviewer');
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const other = await openSignedIn(browser, workspace, cyd, consoleErrors);
  for (const user of [ben, other]) await openDocument(user, workspace, id);
  await append(ben, 'One.', ' Uno.');
  await append(ben, 'Two.', ' Dos.');
  await append(ben, 'Three.', ' Tres.');
  await append(other, 'Three.', ' Trois.');
  for (const user of [ben, other]) await user.context.close();
  const { page } = ada;
  await openSideTab(page, 'Comments & suggestions');
  const cards = cardsOf(page, 'suggestion');
  await expect(cards).toHaveCount(4);

  await test.step('previews show the accepted and the original text, and change nothing', async () => {
    const shown = page.getByRole('combobox', { name: 'View' });
    const preview = page.getByRole('document', { name: 'Preview' });
    await shown.selectOption('Preview accepted');
    await expect(preview.locator('p')).toHaveText([
      'One. Uno.',
      'Two. Dos.',
      /^Three\.( Tres\. Trois\.| Trois\. Tres\.)$/,
    ]);
    await expect(textOf(page)).toBeHidden();
    await shown.selectOption('Original');
    await expect(preview.locator('p')).toHaveText(['One.', 'Two.', 'Three.']);
    await expect(preview.locator('ins, del')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expect(textOf(page)).toBeFocused();
    await expect(textOf(page).locator('ins')).toHaveCount(4);
  });

  await test.step('the list and its decisions are limited to the selected author', async () => {
    const by = page.getByRole('combobox', { name: 'Suggestions by' });
    await by.selectOption('By Cyd Charisse');
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText('Cyd Charisse');
    await decideAbout(page, 'Accept all 1');
    await expect(textOf(page).locator('ins')).toHaveText([' Uno.', ' Dos.', ' Tres.']);
    await expect(cards).toHaveCount(3);
  });

  await test.step('one selection is rejected and another accepted, and suggestions outside of them remain', async () => {
    await textOf(page).getByText('Two.').click();
    const hint = page.getByText('Select text to accept or reject the suggestions in it.');
    const about = page.getByRole('button', { name: /^(Accept|Reject) those in selection$/ });
    await expect(hint).toBeVisible();
    await expect(about).toHaveCount(2);
    for (const button of await about.all()) await expect(button).toBeDisabled();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await expect(hint).toBeHidden();
    for (const button of await about.all()) await expect(button).toBeEnabled();
    await decideAbout(page, 'Reject those in selection');
    await expect(textOf(page).locator('ins')).toHaveText([' Uno.', ' Tres.']);
    await textOf(page).getByText('One.').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await decideAbout(page, 'Accept those in selection');
    await expect(textOf(page).locator('ins')).toHaveText([' Tres.']);
    await decideAbout(page, 'Reject all 1');
    await expect(cards).toHaveCount(0);
  });
  await expectSaved(page);
  expect(await wordsOf(page)).toBe('One. Uno.\nTwo.\nThree. Trois.');
  await ada.context.close();
});
