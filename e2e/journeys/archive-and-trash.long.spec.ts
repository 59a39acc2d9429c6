import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import {
  expectOutage,
  expectSaved,
  openDocument,
  savedMark,
  openSignedIn,
  test,
  textOf,
  wordsOf,
  writeDocument,
  type Workspace,
} from './fixtures.ts';

/** Moves a document to the trash and deletes it from there, as the owner. */
async function deletePermanently({ ada }: Workspace, id: string): Promise<void> {
  const params = { id };
  await ada.call('deleteDocument', { params });
  await ada.call('deleteDocument', { params, body: { permanent: true } });
}

test('an open document that another user archives is read-only until it is restored', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  const id = await writeDocument(user, workspace, 'January.', 'The almanac of last year');
  const notice = page.getByText('Archived, read-only. Editors can restore it.');
  const title = page.getByRole('textbox', { name: 'Title' });
  await workspace.ben.call('archiveDocument', { params: { id } });
  await expect(notice).toBeVisible();
  await expect(textOf(page)).toHaveAttribute('contenteditable', 'false');
  await expect(title).toBeHidden();
  await textOf(page).click();
  await page.keyboard.type('Too late.');
  expect(await wordsOf(page)).toBe('January.');

  await workspace.ben.call('restoreDocument', { params: { id } });
  await expect(notice).toBeHidden();
  await expect(title).toBeVisible();
  await textOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' February.');
  await expectSaved(page);
  const { content } = await workspace.ben.call('getDocument', {
    params: { id },
    query: { format: 'text' },
  });
  expect(content).toBe('January. February.');
  await user.context.close();
});

test('an open document that another user deletes permanently is closed, and offers the unsent text as a copy', async ({
  browser,
  workspace,
}) => {
  // The browser logs the outage, and a 404 for the page's requests about the deleted document.
  const logged: string[] = [];
  const user = await openSignedIn(browser, workspace, workspace.ben, logged);
  const { page, context } = user;
  const id = await writeDocument(user, workspace, 'Sent.', 'A letter to burn');
  expectOutage(logged);
  await context.setOffline(true);
  await page.keyboard.type(' Words from the tunnel.');
  await expect(savedMark(page)).toHaveText('Offline: kept on this device');
  await deletePermanently(workspace, id);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Document not found' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('It was deleted, or it is not shared with you.');
  await expect(main).toContainText('The server can no longer accept your last changes.');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a copy' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Words from the tunnel.');
  await main.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  expect(logged.filter((line) => !/status of 404/.test(line))).toEqual([]);
  await context.close();
});

test('an open document that another user moves to the trash is closed, and opens again after it was restored', async ({
  browser,
  workspace,
}) => {
  // The browser logs a 404 for the page's requests about the deleted document.
  const logged: string[] = [];
  const user = await openSignedIn(browser, workspace, workspace.ada, logged);
  const { page, context } = user;
  const id = await writeDocument(user, workspace, 'Sent.', 'A letter that comes back');
  await workspace.ben.call('deleteDocument', { params: { id } });
  await expect(page.getByRole('heading', { level: 1, name: 'Document not found' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download a copy' })).toBeHidden();
  await workspace.ben.call('restoreDocument', { params: { id } });
  await openDocument(user, workspace, id);
  await expect(textOf(page)).toHaveText('Sent.');
  expect(logged.filter((line) => !/status of 404/.test(line))).toEqual([]);
  await context.close();
});
