import { expect, type Page } from '@playwright/test';
import { signUp } from '@longhand/driver';
import { expectSignOut, openSignedOut, openSignedIn, test, textOf } from './fixtures.ts';

/** Opens a tab of the administration. */
async function openPart(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/dashboard/admin`);
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
}

test('an administrator disables and enables a user, and makes the user an administrator', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const fay = await signUp(workspace.product.url, 'fay', 'Fay Weldon');
  const user = await openSignedIn(browser, workspace, fay, consoleErrors);
  await user.page.goto(`${workspace.product.url}/dashboard/admin`);
  await expect(user.page.getByText('Administrators only')).toBeVisible();
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openPart(page, workspace.product.url, 'People');
  await page.getByLabel('Find a person').fill('fay');
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
  expectSignOut(consoleErrors);
  await page.getByRole('button', { name: 'Disable Fay Weldon' }).click();
  await expect(page.getByRole('button', { name: 'Enable Fay Weldon' })).toBeVisible();
  await expect(fay.call('getMe')).rejects.toThrow('401');
  await user.page.waitForURL(/\/auth/);
  await page.getByRole('button', { name: 'Enable Fay Weldon' }).click();
  await page.getByRole('button', { name: 'Make administrator: Fay Weldon' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('administrator');
  const again = await openSignedOut(browser, fay, consoleErrors);
  await again.page.goto(`${workspace.product.url}/auth`);
  await again.page.getByRole('textbox', { name: /Username/ }).fill('fay');
  await again.page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple');
  await again.page.keyboard.press('Enter');
  await again.page.waitForURL(/\/dashboard/);
  await openPart(again.page, workspace.product.url, 'Audit log');
  await expect(again.page.getByRole('tabpanel')).toContainText(/about Fay Weldon/);
  for (const each of [user.context, context, again.context]) await each.close();
});

test('an announcement appears for all users at once, is dismissed on one device, and disappears when it is removed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const elsewhere = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await ben.page.goto(`${workspace.product.url}/documents/${await workspace.newDocument()}`);
  await expect(textOf(ben.page)).toBeVisible();
  await elsewhere.page.goto(`${workspace.product.url}/dashboard`);
  await openPart(ada.page, workspace.product.url, 'Announcements');
  await ada.page.getByLabel('New announcement').fill('The server rests on Sunday.');
  await ada.page.getByRole('button', { name: 'Announce' }).click();
  const banner = (page: Page) => page.getByRole('region', { name: 'Announcements' });
  for (const { page } of [ada, ben, elsewhere])
    await expect(banner(page)).toContainText('The server rests on Sunday.');
  await banner(ben.page).getByRole('button', { name: 'Dismiss the announcement' }).press('Enter');
  await expect(banner(ben.page)).toBeHidden();
  await ben.page.reload();
  await expect(textOf(ben.page)).toBeVisible();
  await expect(banner(ben.page)).toBeHidden();
  await expect(banner(elsewhere.page)).toBeVisible();
  await ada.page.getByLabel('New announcement').fill('The server is back.');
  await ada.page.getByRole('tabpanel').getByRole('button', { name: 'Remove' }).click();
  for (const { page } of [ada, elsewhere]) await expect(banner(page)).toBeHidden();
  await expect(ada.page.getByLabel('New announcement')).toHaveValue('The server is back.');
  for (const { context } of [ada, ben, elsewhere]) await context.close();
});

test('an administrator revokes a guest link, and can read messages, mail and failed jobs', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('Open to the street');
  await workspace.ada.call('createGuestLink', {
    params: { id },
    body: { role: 'viewer', expiresInDays: 7 },
  });
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openPart(page, workspace.product.url, 'Guest links');
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('listitem')).toContainText(['Open to the street']);
  await panel.getByRole('button', { name: /^Revoke the link/ }).click();
  await panel.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(0);
  await openPart(page, workspace.product.url, 'Outbox');
  await panel.getByRole('button', { name: 'Send a test mail to myself' }).click();
  await expect(
    page.getByText('No mail server is configured. The mail is in the outbox.'),
  ).toBeVisible();
  await expect(panel.getByRole('listitem').first()).toContainText('ada@example.org');
  await openPart(page, workspace.product.url, 'Messages');
  const saving = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'All messages as CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/);
  await openPart(page, workspace.product.url, 'Overview');
  await expect(panel).toContainText('Failed jobs');
  await context.close();
});

test('a visitor without an invitation cannot sign up after the sign-up rule is changed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await openPart(page, workspace.product.url, 'Sign-up');
  const rule = page.getByRole('combobox', { name: 'Sign-up rule' });
  await rule.selectOption('Invited people only');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The sign-up rule was changed.')).toBeVisible();
  await expect(signUp(workspace.product.url, 'gil', 'Gil Evans')).rejects.toThrow('403');
  await rule.selectOption('Anyone');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => signUp(workspace.product.url, 'gil', 'Gil Evans').then(() => 'in', String))
    .toBe('in');
  await context.close();
});
