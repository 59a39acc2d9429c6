import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signIn } from '@longhand/driver';
import {
  expectOutage,
  expectSignOut,
  openDocument,
  openNewDocument,
  savedMark,
  openSignedIn,
  test,
  textOf,
  type Workspace,
} from './fixtures.ts';

/** Signs out by the palette. The page of the document stays open meanwhile. */
async function signOut(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('Sign out');
  await page.getByRole('option', { name: /Sign out/ }).click();
}

/** Returns the text stored on the server, read with a separate session. */
async function storedText(workspace: Workspace, id: string): Promise<string> {
  const { call } = await signIn(workspace.product.url, 'ben');
  const { content } = await call('getDocument', { params: { id }, query: { format: 'text' } });
  return String(content);
}

test('signing out with unsent text offers a copy, and waiting sends the text', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  const id = await openNewDocument(user, workspace, 'A letter from the train');
  // The palette's code is loaded when it is first opened.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeVisible();
  await page.keyboard.press('Escape');
  await textOf(page).click();
  expectOutage(consoleErrors);
  expectSignOut(consoleErrors);
  await context.setOffline(true);
  await page.keyboard.type('Words from the tunnel.');
  await expect(savedMark(page)).toHaveText('Offline: kept on this device');
  await signOut(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('not reached the server');
  await expect(dialog.getByRole('list', { name: 'Documents with unsent changes' })).toHaveText(
    'A letter from the train',
  );
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download a copy' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Words from the tunnel.');
  expect(await storedText(workspace, id)).toBe('');

  // Wait until the first attempt has ended: it would sign out by itself if the network came back
  // before.
  await expect(dialog.getByRole('button', { name: 'Wait and try again' })).toBeEnabled();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Wait and try again' }).click();
  await page.waitForURL(/\/\?refresh=/);
  expect(await storedText(workspace, id)).toBe('Words from the tunnel.');
  await page.goto(`${workspace.product.url}/documents/${id}`);
  await page.waitForURL(/\/auth/);
  await context.close();
});

test('signing out can discard unsent text: afterwards it is neither on the server nor on the device', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('A letter that stays');
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  // The live channel stops transmitting while all other calls of the server are answered.
  let isSilent = false;
  await context.routeWebSocket(/./, (route) => {
    const server = route.connectToServer();
    route.onMessage((message) => void (isSilent || server.send(message)));
    server.onMessage((message) => void (isSilent || route.send(message)));
  });
  await openDocument(user, workspace, id);
  await textOf(page).click();
  await page.keyboard.type('Kept.');
  await expect(savedMark(page)).toHaveText('Saved');
  expectSignOut(consoleErrors);
  isSilent = true;
  await page.keyboard.type(' Not meant to stay.');
  await signOut(page);
  const dialog = page.getByRole('dialog');
  // The message appears during the attempt, not only after it has failed.
  await expect(dialog.getByRole('status')).toHaveText('Sending the changes …');
  await expect(dialog).toContainText('not reached the server');
  await dialog.getByRole('button', { name: 'Discard and sign out' }).click();
  await page.waitForURL(/\/\?refresh=/);

  isSilent = false;
  const cookies = (await signIn(workspace.product.url, 'ada')).cookie().split('; ');
  await context.addCookies(
    cookies.map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: workspace.product.url,
    })),
  );
  await openDocument(user, workspace, id);
  await expect(savedMark(page)).toHaveText('Saved');
  await expect(textOf(page)).toHaveText('Kept.');
  expect(await storedText(workspace, id)).toBe('Kept.');
  await context.close();
});
