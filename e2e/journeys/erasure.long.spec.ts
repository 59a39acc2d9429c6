import { expect, type Page } from '@playwright/test';
import { password, signUp, type Person } from '@longhand/driver';
import {
  cardsOf,
  expectRefusals,
  expectSaved,
  expectSignOut,
  openDocument,
  openSideTab,
  openSignedIn,
  test,
  textOf,
  writeDocument,
  type Workspace,
} from './fixtures.ts';

/** Opens the dialog that erases a person, by the keyboard alone. */
async function openErasure(page: Page, url: string, { user }: Person): Promise<void> {
  await page.goto(`${url}/dashboard/admin?tab=people`);
  await page.getByRole('button', { name: `Erase ${user.name}` }).focus();
  await page.keyboard.press('Enter');
}

/** Makes a user an editor of a document. */
async function shareWith({ ada }: Workspace, id: string, usernameOrEmail: string): Promise<void> {
  await ada.call('addDocumentCollaborator', {
    params: { id },
    body: { usernameOrEmail, role: 'editor' },
  });
}

test('an administrator erases a person with the text, which disappears from an open page', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { url } = workspace.product;
  const finn = await signUp(url, 'finn', 'Finn Case');
  const [ada, his] = [
    await openSignedIn(browser, workspace, workspace.ada, consoleErrors),
    await openSignedIn(browser, workspace, finn, consoleErrors),
  ];
  // The project of the document is not shared with Finn.
  expectRefusals(consoleErrors, 404, 409);
  expectSignOut(consoleErrors);
  const id = await writeDocument(ada, workspace, 'Ada wrote this.', 'On the engine');
  await shareWith(workspace, id, 'finn');
  await openDocument(his, workspace, id);
  await textOf(his.page).click();
  await his.page.keyboard.press('Control+End');
  await his.page.keyboard.type(' Finn added that.');
  await expectSaved(his.page);
  await expect(textOf(ada.page)).toContainText('Ada wrote this. Finn added that.');

  const admin = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = admin;
  await openErasure(page, url, finn);
  const dialog = page.getByRole('dialog', { name: 'Erase Finn Case' });
  await expect(dialog).toContainText(/stays under the name “A former member”: in 1 document/);
  await dialog.getByLabel('Also remove the text of this person').check();
  await expect(dialog).toContainText(/is removed: from 1 document, 0 comments/);
  await expect(dialog).toContainText('Copies in backups stay until those backups are deleted.');
  await expect(dialog).toContainText('Names of projects and versions');
  await dialog.getByLabel('Enter the username: finn').fill('ada');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password);
  await dialog.getByRole('button', { name: 'Erase this person' }).click();
  await expect(dialog).toContainText('The username that you entered is not that of this person.');
  await dialog.getByLabel('Enter the username: finn').fill('finn');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const erased = page.getByRole('region', { name: 'Erased people' });
  await expect(erased).toContainText('Account and text');
  await expect(textOf(ada.page)).not.toContainText('Finn added', { timeout: 30_000 });
  await expect(textOf(ada.page)).toContainText('Ada wrote this.');
  await expect(erased).toContainText('Finished, 1 document', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Erase Finn Case' })).toHaveCount(0);
  for (const { context } of [ada, his, admin]) await context.close();
});

test('text that stays is shown under “A former member”, and a hold keeps a person from being erased', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { url } = workspace.product;
  const gwen = await signUp(url, 'gwen', 'Gwen Harwood');
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const hers = await openSignedIn(browser, workspace, gwen, consoleErrors);
  // The project of the document is not shared with Gwen.
  expectRefusals(consoleErrors, 404);
  const id = await writeDocument(ada, workspace, 'Ada wrote this.', 'On the loom');
  await shareWith(workspace, id, 'gwen');
  await openDocument(hers, workspace, id);
  await textOf(hers.page).click();
  await hers.page.keyboard.press('Control+End');
  await hers.page.keyboard.type(' Gwen added that.');
  await expectSaved(hers.page);
  await gwen.call('createComment', { params: { id }, body: { body: 'A remark of hers' } });
  await hers.context.close();

  const admin = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = admin;
  await page.goto(`${url}/dashboard/admin?tab=holds`);
  await page.getByLabel('Username').fill('gwen');
  await page.getByLabel('Reason').fill('A dispute');
  await page.keyboard.press('Enter');
  const holds = page.getByRole('tabpanel', { name: 'Legal holds' });
  await expect(holds.getByRole('listitem')).toContainText('Gwen Harwood');
  await openErasure(page, url, gwen);
  await expect(page.getByRole('dialog')).toContainText('This person is on legal hold.');
  await page.goto(`${url}/dashboard/admin?tab=holds`);
  await page.getByRole('button', { name: 'End hold: Gwen Harwood' }).click();
  await page.getByRole('button', { name: 'End hold' }).last().click();
  await expect(holds).toContainText('Nothing is on legal hold.');

  await openErasure(page, url, gwen);
  const dialog = page.getByRole('dialog', { name: 'Erase Gwen Harwood' });
  await dialog.getByLabel('Enter the username: gwen').fill('gwen');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const former = page.getByRole('region', { name: 'Former members' });
  await expect(former).toContainText('1 document and 1 comment');

  await openDocument(ada, workspace, id);
  await expect(textOf(ada.page)).toHaveText('Ada wrote this. Gwen added that.');
  await openSideTab(ada.page, 'Comments & suggestions');
  await expect(cardsOf(ada.page, 'comment')).toContainText('A former member');
  await openSideTab(ada.page, 'Authors');
  const shares = ada.page.getByRole('list', { name: 'Share of each author' });
  await expect(shares).toContainText('A former member');
  await expect(ada.page.locator('body')).not.toContainText('Gwen Harwood');

  // Later, the text is removed after all.
  const removal = former.getByRole('button', { name: /^Remove text: / });
  await removal.focus();
  await page.keyboard.press('Enter');
  const remover = page.getByRole('dialog', { name: 'Remove the text of a former member' });
  await remover.getByRole('textbox', { name: 'Current password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(remover).toBeHidden();
  await expect(former).toBeHidden();
  await expect(textOf(ada.page)).toHaveText('Ada wrote this.', { timeout: 30_000 });
  for (const { context } of [ada, admin]) await context.close();
});

test('an administrator has a link to their data sent to a person, who downloads it signed in', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { url } = workspace.product;
  const hugo = await signUp(url, 'hugo', 'Hugo Vale');
  await hugo.call('createDocument', { body: { title: 'Only mine' } });
  const admin = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = admin;
  await page.goto(`${url}/dashboard/admin?tab=people`);
  const opener = page.getByRole('button', { name: 'Send data: Hugo Vale' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send Hugo Vale their data' });
  await expect(dialog).toContainText('You do not receive it');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  // Without a mail server, the link is in the outbox, for the administrator to pass on.
  const { items } = await workspace.ada.call('listOutbox', { query: { limit: 10 } });
  const link = /https?:\S+data-export#token=\S+/.exec(
    items.find(({ kind }) => kind === 'data')?.text ?? '',
  )?.[0];
  const { pathname, hash } = new URL(link ?? '');
  expectRefusals(consoleErrors, 401);
  await page.goto(`${url}${pathname}${hash}`);
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('alert')).toContainText('Sign in to the account');
  const his = await openSignedIn(browser, workspace, hugo, consoleErrors);
  await his.page.goto(`${url}${pathname}${hash}`);
  const begun = his.page.waitForEvent('download');
  await his.page.getByRole('button', { name: 'Download' }).click();
  expect((await begun).suggestedFilename()).toBe('longhand-hugo.zip');
  await expect(his.page.getByRole('status')).toHaveText('Your data was downloaded.');
  for (const { context } of [admin, his]) await context.close();
});
