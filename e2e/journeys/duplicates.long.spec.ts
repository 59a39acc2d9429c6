import { expect } from '@playwright/test';
import { expectSaved, openDocument, openSignedIn, test, textOf } from './fixtures.ts';

test('a document is duplicated from a list and from its own menu, and its copy is edited independently', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id: projectId } = await workspace.ada.call('createProject', {
    body: { name: 'The almanac' },
  });
  const { id } = await workspace.ada.call('createProjectDocument', {
    params: { id: projectId },
    body: { title: 'January' },
  });
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  await openDocument(user, workspace, id);
  await textOf(page).click();
  await page.keyboard.type('Snow.');
  await expectSaved(page);
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText('Duplicated')).toBeVisible();

  await page.goto(`${workspace.product.url}/projects/${projectId}`);
  const titles = page.getByRole('main').getByRole('listitem').locator('a[href^="/documents/"]');
  await expect(titles).toHaveCount(2);
  await page.getByRole('button', { name: 'Actions for January (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(titles).toHaveCount(3);
  expect((await titles.allTextContents()).toSorted()).toEqual([
    'January',
    'January (copy)',
    'January (copy) (copy)',
  ]);
  await page.getByRole('link', { name: 'January (copy)', exact: true }).click();
  await expect(textOf(page)).toHaveText('Snow.');
  await textOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' And ice.');
  await expectSaved(page);
  expect(page.url()).not.toContain(id);
  await openDocument(user, workspace, id);
  await expect(textOf(page)).toHaveText('Snow.');
  await context.close();
});

test('a document in the trash is deleted permanently by its owner, and an editor can only restore it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const [id, other] = [
    await workspace.newDocument('A letter to burn'),
    await workspace.newDocument('A letter to keep'),
  ];
  for (const each of [id, other])
    await workspace.ada.call('deleteDocument', { params: { id: each } });
  const archives = `${workspace.product.url}/archives`;
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await ben.page.goto(archives);
  await ben.page.getByRole('button', { name: 'Actions for A letter to burn' }).click();
  await expect(ben.page.getByRole('menuitem')).toHaveText(['Restore']);
  await ben.context.close();

  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(archives);
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('A letter to burn')).toContainText('In the trash');
  await page.getByRole('button', { name: 'Actions for A letter to burn' }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Deleted permanently')).toBeVisible();
  await expect(row('A letter to burn')).toHaveCount(0);
  await expect(row('A letter to keep')).toBeVisible();
  const read = (each: string) => workspace.ada.call('getDocument', { params: { id: each } });
  await expect(read(id)).rejects.toThrow('404');
  expect((await read(other)).title).toBe('A letter to keep');
  await context.close();
});
