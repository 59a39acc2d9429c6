import { expect } from '@playwright/test';
import { signUp } from '@longhand/driver';
import {
  expectRefusals,
  expectSaved,
  openDocument,
  openSignedIn,
  test,
  textOf,
} from './fixtures.ts';

test('an administrator creates a group, an owner shares a document with it, and a mention of it notifies its members', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const url = workspace.product.url;
  const iris = await signUp(url, 'iris', 'Iris Murdoch');
  const documentId = await workspace.newDocument('A letter to proofread');

  // Administrators create groups and add members, by the keyboard alone.
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  // A name that is taken, a user who does not exist, and a project that is not shared.
  expectRefusals(consoleErrors, 404, 409);
  const { page } = ada;
  await page.goto(`${url}/dashboard/admin?tab=groups`);
  await page.getByRole('button', { name: 'New group' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Proof Readers');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('tabpanel', { name: 'Groups' });
  await expect(panel.getByRole('listitem')).toContainText('@proof-readers · 0 members');
  await page.getByRole('button', { name: 'New group' }).click();
  const creating = page.getByRole('dialog', { name: 'New group' });
  await creating.getByRole('textbox', { name: 'Name' }).fill('proof readers');
  await creating.getByRole('button', { name: 'Create group' }).click();
  await expect(creating).toContainText('Another group has this name.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Members of Proof Readers' }).focus();
  await page.keyboard.press('Enter');
  const members = page.getByRole('dialog', { name: 'Members of Proof Readers' });
  await page.keyboard.type('nobody-at-all');
  await page.keyboard.press('Enter');
  await expect(members).toContainText('No account has this username');
  await members.getByRole('textbox').fill('iris');
  await page.keyboard.press('Enter');
  await expect(members.getByRole('listitem')).toContainText('Iris Murdoch');
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('listitem')).toContainText('1 member');

  // Owners share with groups; a member opens the document with the role of the group.
  await openDocument(ada, workspace, documentId);
  await page.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share “A letter to proofread”' });
  const adding = share.getByRole('form', { name: 'Add a group' });
  await adding.getByRole('combobox', { name: 'Group' }).selectOption('Proof Readers');
  await adding.getByRole('combobox', { name: 'Role' }).selectOption('reviewer');
  await adding.getByRole('button', { name: 'Add' }).click();
  const shared = share.getByRole('list', { name: 'Groups' }).getByRole('listitem');
  await expect(shared).toContainText('Proof Readers');
  await expect(share.getByRole('list', { name: 'People of this document' })).toContainText(
    'iris · access through a group',
  );
  await page.keyboard.press('Escape');
  const reader = await openSignedIn(browser, workspace, iris, consoleErrors);
  await openDocument(reader, workspace, documentId);

  // A mention of the group in the text notifies its members.
  await textOf(page).click();
  await page.keyboard.type('Please read this, @proof');
  await expect(
    page
      .getByRole('listbox', { name: 'People, groups and documents' })
      .getByRole('option', { name: /Proof Readers/ }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(textOf(page).getByText('@Proof Readers')).toBeVisible();
  await expectSaved(page);
  await reader.page.goto(`${url}/notifications`);
  await expect(reader.page.getByText(/mentioned you/).first()).toBeVisible({ timeout: 20_000 });

  // Deleting the group ends the access.
  await page.goto(`${url}/dashboard/admin?tab=groups`);
  await page.getByRole('button', { name: 'Delete Proof Readers' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(panel).toContainText('No groups.');
  await expect(iris.call('getDocument', { params: { id: documentId } })).rejects.toThrow('404');
  for (const { context } of [ada, reader]) await context.close();
});
