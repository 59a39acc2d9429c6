import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { password, signIn } from '@longhand/driver';
import { expectSaved, openDocument, savedMark, sit, sitBoth, sitSignedIn, test, textOf } from './desk.ts';
import { fill } from './sections/saying.ts';

const offlineMark = 'Offline: kept on this device';

/** Waits until this device keeps the application. It takes its time on a busy machine: nobody waits for it. */
async function keptPages(page: Page): Promise<void> {
  const isKept = (): Promise<boolean> =>
    page.evaluate(async () => (await caches.match('/documents', { ignoreVary: true })) !== undefined);
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true);
}

/** Waits until this device keeps the application, and the text of the document with `words` in it. */
async function kept(page: Page, id: string, words: string): Promise<void> {
  for (const x of [100, 200]) await page.mouse.move(x, 100);
  await keptPages(page);
  const isKept = (key: string, text: string) =>
    page.evaluate(
      async ([id, words]) => {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open('longhand-copies', 1);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        const row = await new Promise<{ state: Uint8Array } | undefined>((resolve) => {
          const request = db
            .transaction('texts')
            .objectStore('texts')
            .get(id as string);
          request.onsuccess = () => resolve(request.result as { state: Uint8Array } | undefined);
        });
        db.close();
        return row !== undefined && new TextDecoder().decode(row.state).includes(words as string);
      },
      [key, text] as const,
    );
  await expect.poll(() => isKept(id, words)).toBe(true);
}

test('without a server a document opens again after a reload and in a new tab, takes words, and brings them once', async ({
  browser,
  office,
  quiet,
}) => {
  const id = await office.newDocument('On the train');
  const desk = await sitSignedIn(browser, office, office.ada, quiet);
  const { page, context } = desk;
  await openDocument(desk, office, id);
  await textOf(page).click();
  await page.keyboard.type('At the station.');
  await expectSaved(page);
  await kept(page, id, 'station');

  await context.setOffline(true);
  await page.reload();
  await expect(textOf(page)).toContainText('At the station.');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' In a tunnel.');
  await expect(savedMark(page)).toHaveText(offlineMark);
  await page.close();

  // Not the device but the server is away now: the same, and all the other pages say what there is.
  await office.product.kill('SIGKILL');
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`${office.product.url}/dashboard`);
  await expect(again.getByRole('heading', { level: 1 })).toHaveText('On this device');
  await expect(again.getByRole('status').filter({ hasText: 'Longhand cannot be reached.' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page: again }).analyze();
  expect(violations.map(({ id: rule, nodes }) => `${rule} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  await again.getByRole('main').getByRole('link', { name: 'On the train' }).click();
  await expect(textOf(again)).toContainText('At the station. In a tunnel.');
  await textOf(again).click();
  await again.keyboard.press('Control+End');
  await again.keyboard.type(' By the sea.');
  await expect(savedMark(again)).toHaveText(offlineMark);
  await office.product.start();
  const written = (await signIn(office.product.url, 'ben')).call;
  await expect
    .poll(async () => (await written('getDocument', { params: { id }, query: { format: 'text' } })).content)
    .toBe('At the station. In a tunnel. By the sea.');
  await expectSaved(again);
  await expect(textOf(again)).toHaveText('At the station. In a tunnel. By the sea.');
  await context.close();
});

test.describe('who writes without a connection in blocks that somebody takes away meanwhile', () => {
  for (const [role, meanwhile] of [
    ['editor', ''],
    ['editor', ', in a page opened anew'],
    ['editor', ', having left the document and come back'],
    ['reviewer', ''],
  ] as const)
    test(`finds the words again, as ${role}${meanwhile}`, async ({ browser, office, quiet }) => {
      await office.share('editor');
      const id = await office.newDocument();
      const ada = await sitSignedIn(browser, office, office.ada, quiet);
      await openDocument(ada, office, id);
      await textOf(ada.page).click();
      await ada.page.keyboard.type('Rain on the roof.\nGone soon.\nThe end.');
      await expectSaved(ada.page);
      await office.share(role);
      const ben = await sitSignedIn(browser, office, office.ben, quiet);
      await openDocument(ben, office, id);
      await expectSaved(ben.page);
      if (meanwhile !== '') await kept(ben.page, id, 'soon');
      await ben.context.setOffline(true);
      const lines = textOf(ben.page).locator('p');
      for (const [line, words] of [
        [0, ' All night.'],
        [1, ' Not these words.'],
      ] as const) {
        await lines.nth(line).click();
        await ben.page.keyboard.press('End');
        await ben.page.keyboard.type(words);
      }
      await expect(savedMark(ben.page)).toHaveText(offlineMark);

      await textOf(ada.page).locator('p').first().click();
      await ada.page.keyboard.press('ControlOrMeta+Alt+2');
      await textOf(ada.page).locator('p').first().click({ clickCount: 3 });
      await ada.page.keyboard.press('Delete');
      await ada.page.keyboard.press('Delete');
      await expect(textOf(ada.page).locator('h2, p')).toHaveText(['Rain on the roof.', 'The end.']);
      await expectSaved(ada.page);

      if (meanwhile.includes('anew')) await ben.page.reload();
      if (meanwhile.includes('left')) {
        await ben.page.getByRole('link', { name: 'Dashboard' }).first().click();
        await expect(textOf(ben.page)).toHaveCount(0);
        await ben.page.goBack();
      }
      if (meanwhile !== '') await expect(textOf(ben.page)).toContainText('Not these words.');
      await ben.context.setOffline(false);
      for (const { page } of [ada, ben])
        await expect(textOf(page).locator('h2, p')).toContainText(['Rain on the roof. All night. Not these words.', 'The end.']);
      await expectSaved(ben.page);
      if (role === 'reviewer') await expect(textOf(ada.page).locator('ins')).toHaveText([' All night.', ' Not these words.']);
      await ada.context.close();
      await ben.context.close();
    });
});

test('what somebody wrote and left stays, where another deletes its paragraph without having seen it', async ({
  browser,
  office,
  quiet,
}) => {
  const id = await office.newDocument();
  const [ada, ben] = await sitBoth(browser, office, quiet);
  await openDocument(ada, office, id);
  await textOf(ada.page).click();
  await ada.page.keyboard.type('First.\nGone soon.\nThe end.');
  await expectSaved(ada.page);
  await openDocument(ben, office, id);
  await ada.context.setOffline(true);
  await textOf(ben.page).getByText('Gone soon.').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type(' Ben’s own words.');
  await expectSaved(ben.page);
  await ben.context.close();
  await textOf(ada.page).getByText('Gone soon.').click({ clickCount: 3 });
  await ada.page.keyboard.press('Delete');
  await ada.page.keyboard.press('Delete');
  await expect(textOf(ada.page).locator('p')).toHaveText(['First.', 'The end.']);
  await ada.context.setOffline(false);
  await expect(textOf(ada.page).locator('p')).toHaveText(['First. Ben’s own words.', 'The end.']);
  await expectSaved(ada.page);
  await ada.context.close();
});

test('copies belong to who is signed in: not to the next at the same browser, and to nobody once the session has ended', async ({
  browser,
  office,
}) => {
  const id = await office.newDocument('Nobody else’s');
  const desk = await sitSignedIn(browser, office, await signIn(office.product.url, 'ada'), []);
  const { page, context } = desk;
  const { url } = office.product;
  await openDocument(desk, office, id);
  await textOf(page).click();
  await page.keyboard.type('For Ada’s eyes.');
  await expectSaved(page);
  await kept(page, id, 'eyes');
  await page.goto(`${url}/dashboard`);
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/\?refresh=/);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain('longhand-copies');
  await context.setOffline(true);
  await page.goto(`${url}/documents/${id}`);
  await expect(page.getByText('For Ada’s eyes.')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longhand cannot be reached');
  await context.setOffline(false);
  await page.goto(`${url}/auth`);
  await fill(page, { Username: 'ben', Password: password });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard/);

  // Ben opens it, and his session ends while he is away: he is offered his words, and finds nothing more without a connection.
  await openDocument(desk, office, id);
  await kept(page, id, 'eyes');
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

test('rights are lost while one is away: the words are offered as a copy, and nothing of the document stays', async ({
  browser,
  office,
}) => {
  const errors: string[] = [];
  const { id } = await office.ada.call('createDocument', { body: { title: 'For a while' } });
  const params = { id };
  await office.ada.call('addDocumentCollaborator', { params, body: { usernameOrEmail: 'ben', role: 'editor' } });
  const desk = await sitSignedIn(browser, office, office.ben, errors);
  const { page, context } = desk;
  await openDocument(desk, office, id);
  await textOf(page).click();
  await page.keyboard.type('As long as I may.');
  await expectSaved(page);
  await kept(page, id, 'As long');
  await context.setOffline(true);
  await page.reload();
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And longer.');
  await expect(savedMark(page)).toHaveText(offlineMark);
  await office.ada.call('removeDocumentCollaborator', { params: { id, userId: office.ben.user.id } });
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
  // The page may ask for the document before it hears that it may not: a browser says that there is none.
  expect(errors.filter((error) => !/status of 404/.test(error))).toEqual([]);
  await context.close();
});

test('a browser that stores nothing opens nothing without a connection, says so, and works with one', async ({
  browser,
  office,
}) => {
  const id = await office.newDocument('Nowhere kept');
  const { page, context } = await sit(browser, office.ada, []);
  await context.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
  const desk = await sitSignedIn(browser, office, office.ada, []);
  await context.addCookies(await desk.context.cookies());
  await desk.context.close();
  await page.goto(`${office.product.url}/documents/${id}`);
  await textOf(page).click();
  await page.keyboard.type('Written all the same.');
  await expectSaved(page);
  for (const x of [100, 200]) await page.mouse.move(x, 100);
  await keptPages(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Error');
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await context.setOffline(false);
  await page.reload();
  await expect(textOf(page)).toContainText('Written all the same.');
  await context.close();
});
