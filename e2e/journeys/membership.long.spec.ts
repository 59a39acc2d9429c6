import { expect } from '@playwright/test';
import { signUp } from '@longhand/driver';
import {
  expectSaved,
  openDocument,
  openNewDocument,
  openSignedIn,
  test,
  textOf,
} from './fixtures.ts';

test('a user requests access to a document, and the owner grants it with a role or declines it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const dora = await signUp(workspace.product.url, 'dora', 'Dora Maar');
  const [wanted, refused] = [
    await workspace.newDocument('A closed letter'),
    await workspace.newDocument('Another closed letter'),
  ];
  // A page without read access is answered with 404, which browsers log.
  const errors: string[] = [];
  const asking = await openSignedIn(browser, workspace, dora, errors);
  for (const [id, message] of [
    [wanted, 'I took the photographs for it.'],
    [refused, ''],
  ] as const) {
    await asking.page.goto(`${workspace.product.url}/documents/${id}`);
    const form = asking.page.getByRole('form', { name: 'Request access' });
    await form.getByRole('textbox').fill(message);
    await form.getByRole('button', { name: 'Request access' }).click();
    await expect(
      asking.page.getByRole('status').filter({ hasText: 'If this document exists' }),
    ).toBeVisible();
  }

  const owner = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await owner.page.goto(`${workspace.product.url}/dashboard`);
  const requests = owner.page.getByRole('list', { name: 'Access requests' }).getByRole('listitem');
  await expect(requests).toHaveCount(2);
  const first = requests.filter({ hasText: 'I took the photographs for it.' });
  await expect(first).toContainText('Dora Maar');
  await first.getByRole('combobox', { name: 'Role for Dora Maar' }).selectOption('editor');
  await first.getByRole('button', { name: 'Grant access' }).click();
  await expect(requests).toHaveCount(1);
  await requests.getByRole('button', { name: 'Decline' }).click();
  await expect(requests).toHaveCount(0);

  await openDocument(asking, workspace, wanted);
  await textOf(asking.page).click();
  await asking.page.keyboard.type('The photographs are here.');
  await expectSaved(asking.page);
  await asking.page.goto(`${workspace.product.url}/documents/${refused}`);
  await expect(asking.page.getByRole('form', { name: 'Request access' })).toBeVisible();
  expect(errors.filter((error) => !/status of 404/.test(error))).toEqual([]);
  for (const user of [asking, owner]) await user.context.close();
});

test('the ownership of a project is transferred, and the new owner changes the role of the previous owner', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await workspace.ada.call('createProject', { body: { name: 'To be handed over' } });
  await workspace.ada.call('addProjectCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'ben', role: 'editor' },
  });
  const ada = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await ada.page.goto(`${workspace.product.url}/projects/${id}?tab=settings`);
  await ada.page.getByRole('combobox', { name: 'New owner' }).selectOption('Ben Okri');
  await ada.page.getByRole('button', { name: 'Transfer ownership…' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Transfer ownership to Ben Okri?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await workspace.ben.call('getProject', { params: { id } })).role).toBe('editor');
  await ada.page.getByRole('button', { name: 'Transfer ownership…' }).click();
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
  await expect(dialog).toBeHidden();
  expect((await workspace.ben.call('getProject', { params: { id } })).role).toBe('owner');

  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await ben.page.goto(`${workspace.product.url}/projects/${id}?tab=people`);
  const people = ben.page.getByRole('list', { name: 'People of this project' });
  await people.getByRole('combobox', { name: 'Role of Ada Lovelace' }).selectOption('viewer');
  await expect
    .poll(async () => (await workspace.ada.call('getProject', { params: { id } })).role)
    .toBe('viewer');
  await ada.page.goto(`${workspace.product.url}/projects/${id}?tab=settings`);
  await expect(ada.page.getByRole('button', { name: 'Transfer ownership…' })).toBeHidden();
  for (const user of [ada, ben]) await user.context.close();
});

test('a document becomes a template, and its placeholders are filled in or left unchanged', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  const id = await openNewDocument(user, workspace, 'Letter to {{client}}');
  await textOf(page).click();
  await page.keyboard.insertText('Dear {{client}}, we meet on {{day}}.');
  await expectSaved(page);
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /template/i })
      .first(),
  ).toBeVisible();

  await page.goto(`${workspace.product.url}/templates`);
  await page.getByRole('button', { name: /^Letter to \{\{client\}\}/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Client' }).fill('Mr Babbage');
  await expect(dialog.getByRole('textbox', { name: 'Day' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create document' }).click();
  await expect(textOf(page)).toHaveText('Dear Mr Babbage, we meet on {{day}}.');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Letter to Mr Babbage');
  expect(page.url()).not.toContain(id);
  await page.goto(`${workspace.product.url}/documents/${id}`);
  await expect(textOf(page)).toHaveText('Dear {{client}}, we meet on {{day}}.');
  await user.context.close();
});
