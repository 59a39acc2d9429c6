import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { password, signIn } from '@longhand/driver';
import {
  expectSignOut,
  expectOutage,
  expectSaved,
  openDocument,
  savedMark,
  openSignedOut,
  openSignedIn,
  test,
  textOf,
  writeDocument,
} from './fixtures.ts';
import { untilDocumentCached, untilAppCached, offlineMark } from './offline-cache.ts';
import { fillFields } from './sections/toasts-and-calls.ts';

test('without a server, a document opens after a reload and in a new tab, can be edited, and sends its changes once', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  const id = await writeDocument(user, workspace, 'At the station.', 'On the train');
  await untilDocumentCached(page, id, 'station');

  expectOutage(consoleErrors);
  await context.setOffline(true);
  await page.reload();
  await expect(textOf(page)).toContainText('At the station.');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' In a tunnel.');
  await expect(savedMark(page)).toHaveText(offlineMark);
  await page.close();

  // Now the server is unreachable and the device is online: the result is the same, and all other
  // pages list the stored documents.
  await workspace.product.kill('SIGKILL');
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`${workspace.product.url}/dashboard`);
  await expect(again.getByRole('heading', { level: 1 })).toHaveText('On this device');
  await expect(
    again.getByRole('status').filter({ hasText: 'Longhand cannot be reached.' }),
  ).toBeVisible();
  const { violations } = await new AxeBuilder({ page: again }).analyze();
  expect(
    violations.map(({ id: rule, nodes }) => `${rule} ${nodes.map(({ html }) => html).join(' ')}`),
  ).toEqual([]);
  await again.getByRole('main').getByRole('link', { name: 'On the train' }).click();
  await expect(textOf(again)).toContainText('At the station. In a tunnel.');
  await textOf(again).click();
  await again.keyboard.press('Control+End');
  await again.keyboard.type(' By the sea.');
  await expect(savedMark(again)).toHaveText(offlineMark);
  await workspace.product.start();
  const written = (await signIn(workspace.product.url, 'ben')).call;
  await expect
    .poll(
      async () =>
        (await written('getDocument', { params: { id }, query: { format: 'text' } })).content,
    )
    .toBe('At the station. In a tunnel. By the sea.');
  await expectSaved(again);
  await expect(textOf(again)).toHaveText('At the station. In a tunnel. By the sea.');
  await context.close();
});

/** Returns the titles on the device that were not sent yet. */
function cachedTitles(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('longhand-unsent');
        opening.onerror = () => reject(opening.error ?? new Error('not opened'));
        opening.onsuccess = () => {
          const { result: database } = opening;
          const reading = database.transaction('titles').objectStore('titles').getAll();
          reading.onerror = () => reject(reading.error ?? new Error('not read'));
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result.map(({ title }: { title: string }) => title));
          };
        };
      }),
  );
}

test('the dashboard sends the text and the title that were changed offline, without opening the document', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  const id = await writeDocument(user, workspace, 'Sent at once.', 'On the platform');
  expectOutage(consoleErrors);
  await context.setOffline(true);
  await page.keyboard.type(' Sent later.');
  await page.getByRole('textbox', { name: 'Title' }).fill('On the train');
  await expect(savedMark(page)).toHaveText(offlineMark);
  // The mark may be that of the text, while the title is being stored.
  await expect.poll(() => cachedTitles(page)).toEqual(['On the train']);
  await page.close();

  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`${workspace.product.url}/dashboard`);
  const stored = async () => {
    const { title, content } = await workspace.ben.call('getDocument', {
      params: { id },
      query: { format: 'text' },
    });
    return { title, content };
  };
  await expect
    .poll(stored)
    .toEqual({ title: 'On the train', content: 'Sent at once. Sent later.' });
  // The database of unsent changes is deleted at sign-out only if it is empty.
  await again.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
  await again.getByRole('menuitem', { name: 'Sign out' }).click();
  await again.waitForURL(/\/\?refresh=/);
  await expect
    .poll(() => again.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('longhand-unsent');
  await context.close();
});

test('offline copies belong to the signed-in user: neither the next user nor a page after the end of the session opens them', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('Nobody else’s');
  const user = await openSignedIn(
    browser,
    workspace,
    await signIn(workspace.product.url, 'ada'),
    consoleErrors,
  );
  expectOutage(consoleErrors);
  expectSignOut(consoleErrors);
  const { page, context } = user;
  const { url } = workspace.product;
  await openDocument(user, workspace, id);
  await textOf(page).click();
  await page.keyboard.type('For Ada’s eyes.');
  await expectSaved(page);
  await untilDocumentCached(page, id, 'eyes');
  await page.goto(`${url}/dashboard`);
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/\?refresh=/);
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).not.toContain('longhand-copies');
  await context.setOffline(true);
  await page.goto(`${url}/documents/${id}`);
  await expect(page.getByText('For Ada’s eyes.')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longhand cannot be reached');
  await context.setOffline(false);
  await page.goto(`${url}/auth`);
  await fillFields(page, { Username: 'ben', Password: password });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard/);

  // Ben opens the document, and his session ends while he is offline. He is offered his unsent
  // text, and finds nothing else without a connection.
  await openDocument(user, workspace, id);
  await untilDocumentCached(page, id, 'eyes');
  await context.setOffline(true);
  await page.reload();
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Ben too.');
  await expect(savedMark(page)).toHaveText(offlineMark);
  const ben = await signIn(url, 'ben');
  await ben.call('endOtherSessions');
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible();
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('tab', { name: 'Log in' })).toBeVisible();
  await context.setOffline(true);
  await page.goto(`${url}/documents/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Error');
  await context.close();
});

test('if access ends while the user is offline, the unsent text is offered as a copy, and the offline copy is deleted', async ({
  browser,
  workspace,
}) => {
  const errors: string[] = [];
  const { id } = await workspace.ada.call('createDocument', { body: { title: 'For a while' } });
  const params = { id };
  await workspace.ada.call('addDocumentCollaborator', {
    params,
    body: { usernameOrEmail: 'ben', role: 'editor' },
  });
  const user = await openSignedIn(browser, workspace, workspace.ben, errors);
  const { page, context } = user;
  await openDocument(user, workspace, id);
  await textOf(page).click();
  await page.keyboard.type('As long as I may.');
  await expectSaved(page);
  await untilDocumentCached(page, id, 'As long');
  expectOutage(errors);
  await context.setOffline(true);
  await page.reload();
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And longer.');
  await expect(savedMark(page)).toHaveText(offlineMark);
  await workspace.ada.call('removeDocumentCollaborator', {
    params: { id, userId: workspace.ben.user.id },
  });
  await context.setOffline(false);
  await expect(page.getByText('Save a copy.')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a copy' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('And longer.');
  const left = await page.evaluate(
    (key) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('longhand-copies', 1);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const texts = request.result.transaction('texts').objectStore('texts').count(key);
          texts.onsuccess = () => resolve(texts.result);
        };
      }),
    id,
  );
  expect(left).toBe(0);
  // The page may request the document before it learns that access has ended. The browser logs the
  // 404.
  expect(errors.filter((error) => !/status of 404/.test(error))).toEqual([]);
  await context.close();
});

test('without IndexedDB, a document does not open offline and the page shows an error; online it works', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument('Nowhere kept');
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  expectOutage(consoleErrors);
  await context.addInitScript(() =>
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  );
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await context.addCookies(await user.context.cookies());
  await user.context.close();
  await page.goto(`${workspace.product.url}/documents/${id}`);
  await textOf(page).click();
  await page.keyboard.type('Written all the same.');
  await expectSaved(page);
  for (const x of [100, 200]) await page.mouse.move(x, 100);
  await untilAppCached(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Error');
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await context.setOffline(false);
  await page.reload();
  await expect(textOf(page)).toContainText('Written all the same.');
  await context.close();
});
