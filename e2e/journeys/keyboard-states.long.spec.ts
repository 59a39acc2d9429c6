import { expect, type Page } from '@playwright/test';
import { expectOutage, openSignedIn, test, textOf } from './fixtures.ts';
import { choose, focusedElement, press } from './keys.ts';

/** Expects the focus on an element with a name, where it is visible. */
async function expectFocusOn(page: Page, name: string | RegExp): Promise<void> {
  await expect
    .poll(async () => (await focusedElement(page)).name, `the focus is on “${String(name)}”`)
    .toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
  expect((await focusedElement(page)).isMarked).toBe(true);
}

/** Expects that Tab reaches these elements in order, and then the first of them again. */
async function expectTabStops(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    await expectFocusOn(page, name);
    await page.keyboard.press('Tab');
  }
  await expectFocusOn(page, names[0] ?? '');
}

test('by keyboard only: files are imported and a document is exported, and the focus stays in each step of the dialog', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, projectId, product } = workspace;
  await workspace.newDocument('Letter to Babbage');
  const { page, context } = await openSignedIn(browser, workspace, ada, consoleErrors);
  // Subscribed early: a dialog that opens before the browser intercepts it is closed at once.
  const chooser = page.waitForEvent('filechooser');
  await page.goto(`${product.url}/projects/${projectId}`);
  const dialog = page.getByRole('dialog');
  const spoken = dialog.getByRole('status');
  await press(page, 'Actions for this project');
  await choose(page, 'Import files…');
  await expectTabStops(page, 'Choose files', 'Choose a folder', 'Close');

  // The upload is held back, so that its step can be used.
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/projects\/[^/]+\/import/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await (
    await chooser
  ).setFiles([
    { name: 'Minutes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Minutes\n\nWind.\n') },
    { name: 'Plan.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('no Word') },
  ]);
  await expect(spoken).toHaveText('Uploading');
  await expectTabStops(page, 'Stop', 'Close');
  held.resolve();
  await expect(spoken).toHaveText('1 document created. 1 part was not included');
  await expectFocusOn(page, 'Close');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expectFocusOn(page, 'Minutes');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectFocusOn(page, 'Actions for this project');

  await press(page, 'Actions for Letter to Babbage');
  await choose(page, 'Export…');
  await expectTabStops(page, /^Markdown/, 'Cancel', 'Export', 'Close');
  await page.keyboard.press('ArrowDown');
  await expectFocusOn(page, /^Word/);
  await page.keyboard.press('Enter');
  await expect(spoken).toHaveText('“Letter to Babbage.docx” was downloaded');
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectFocusOn(page, 'Actions for Letter to Babbage');
  await context.close();
});

test('by keyboard only: a user is removed or kept in the share dialog, and requests are answered one after the other', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, ben, product } = workspace;
  const documentOf = async (title: string) =>
    (await ada.call('createDocument', { body: { title } })).id;
  const id = await documentOf('Correspondence');
  await ada.call('addDocumentCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'ben', role: 'reviewer' },
  });
  for (const title of ['First letter', 'Second letter'])
    await ben.call('askForDocument', {
      params: { id: await documentOf(title) },
      body: { message: '' },
    });
  const { page, context } = await openSignedIn(browser, workspace, ada, consoleErrors);
  await page.goto(`${product.url}/documents/${id}`);
  await expect(textOf(page)).toBeVisible();
  await press(page, 'Share');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Username or email' })).toBeFocused();
  await press(page, 'Remove Ben Okri');
  await expect(dialog.getByRole('group', { name: /^Remove Ben Okri\?/ })).toBeVisible();
  await expectFocusOn(page, 'Cancel');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectFocusOn(page, 'Remove Ben Okri');
  await page.keyboard.press('Enter');
  await expectFocusOn(page, 'Cancel');
  await press(page, 'Remove');
  await expect(dialog.getByRole('list', { name: 'People of this document' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expectFocusOn(page, 'Share');

  await page.goto(`${product.url}/dashboard`);
  const requests = page.getByRole('list', { name: 'Access requests' }).getByRole('listitem');
  await expect(requests).toHaveCount(2);
  await press(page, 'Decline');
  await expect(requests).toHaveCount(1);
  await expect(requests.getByRole('link')).toBeFocused();
  await press(page, 'Grant access');
  await expect(requests).toHaveCount(0);
  await expectFocusOn(page, 'All recent documents');
  await context.close();
});

test('by keyboard only: a page that could not be loaded is tried again, and announcements are dismissed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  expectOutage(consoleErrors);
  const { ada, projectId, product } = workspace;
  const id = await workspace.newDocument();
  const { page, context } = await openSignedIn(browser, workspace, ada, consoleErrors);
  const projects = /\/api\/v1\/projects\/[^/]+(\?|$)/;
  await page.goto(`${product.url}/dashboard`);
  await page.route(projects, (route) => route.abort());
  await page.goto(`${product.url}/projects/${projectId}`);
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('The server cannot be reached');
  await press(page, 'Try again');
  await expect(failure).toContainText('Trying again…');
  await expectFocusOn(page, 'Try again');
  await expect(failure).toContainText('The server cannot be reached');
  await page.unroute(projects);
  await press(page, 'Try again');
  await expect(page.getByRole('heading', { level: 1, name: 'Notes on engines' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  const texts = ['Maintenance on Sunday from 9 to 10.', 'The server is faster now.'];
  for (const text of texts) await ada.call('createAnnouncement', { body: { text } });
  const banner = page.getByRole('region', { name: 'Announcements' });
  const dismissals = banner.getByRole('button', { name: 'Dismiss the announcement' });
  await page.goto(`${product.url}/documents/${id}`);
  await expect(dismissals).toHaveCount(2);
  await expect(textOf(page)).toBeVisible();
  await press(page, 'Dismiss the announcement');
  await expect(dismissals).toHaveCount(1);
  await expect(dismissals).toBeFocused();
  await page.goto(`${product.url}/dashboard`);
  await expect(dismissals).toHaveCount(1);
  await press(page, 'Dismiss the announcement');
  await expect(banner).toBeHidden();
  await expectFocusOn(page, 'Hide the sidebar');
  await context.close();
});
