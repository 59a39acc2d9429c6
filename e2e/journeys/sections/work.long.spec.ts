import { expect } from '@playwright/test';
import { openDocument, openSignedIn, test } from '../fixtures.ts';
import { recordCalls, type PageCall } from './toasts-and-calls.ts';

/** The protected routes of section 2, with the heading of each screen. */
const screens = {
  '/dashboard': /, Ada/,
  '/dashboard/recent': /^Recent$/,
  '/dashboard/drafts': /^Drafts$/,
  '/dashboard/admin': /^Administration$/,
  '/dashboard/help-center': /^Help center$/,
  '/dashboard/metrics': /^Metrics$/,
  '/dashboard/test': /^Testbed$/,
  '/projects': /^Projects$/,
  '/recent': /^Recent$/,
  '/archives': /^Archives$/,
  '/archives?tab=projects': /^Archives$/,
  '/settings': /^Settings$/,
  '/help-center': /^Help center$/,
  '/templates': /, Ada/,
  '/drafts': /^Drafts$/,
  '/collaborators': /^Collaborators$/,
  '/activity': /^Activity$/,
  '/search?q=engine': /^Search$/,
} as const;

/**
 * The calls of these screens according to section 7. `{p}` and `{d}` are the ids of a project and a
 * document.
 */
const asked = [
  '/api/v1/user/me',
  '/api/v1/search',
  '/api/v1/projects',
  '/api/v1/projects-archived',
  '/api/v1/projects/{p}',
  '/api/v1/projects/{p}/documents',
  '/api/v1/projects/{p}/collaborators',
  '/api/v1/projects/{p}/activity',
  '/api/v1/documents/recent',
  '/api/v1/documents/drafts',
  '/api/v1/documents/archived',
  '/api/v1/documents/{d}',
  '/api/v1/collaborators',
  '/api/v1/activity/recent',
  '/api/v1/metrics/memory',
  '/api/v1/metrics/errors',
  '/api/v1/metrics/database',
  '/api/v1/metrics/requests',
];

/** Returns the calls of the table. Excludes the event stream, which is not in the table. */
function callsOf(calls: readonly PageCall[]): readonly PageCall[] {
  return calls.filter(({ path }) => path !== '/api/v1/events');
}

test('2 and 7: every protected screen opens without the public header and calls the API by GET, with cookies and a timestamp, uncached', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page, context } = user;
  const { url } = workspace.product;
  const documentId = await workspace.newDocument('On engines');
  const calls = recordCalls(page);
  const sent: Promise<[string, Record<string, string>]>[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (!pathname.startsWith('/api/v1/') || pathname === '/api/v1/events') return;
    const headers = answer
      .request()
      .allHeaders()
      .then((all): [string, Record<string, string>] => [pathname, all]);
    // A response may arrive while the page is closed, after those below were read.
    headers.catch(() => undefined);
    sent.push(headers);
  });
  const began = Date.now();
  await page.goto(url);
  await expect(page.locator('#pricing').getByRole('heading').nth(1)).toBeVisible();
  for (const [path, heading] of Object.entries(screens)) {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('a[href="/#features"]')).toHaveCount(0);
    if (path === '/templates')
      await expect(
        page
          .getByRole('region', { name: /template/i })
          .getByRole('listitem')
          .first(),
      ).toBeVisible();
    if (path === '/dashboard/test') {
      await expect(page.getByRole('main')).toContainText('production');
      await expect(page.getByRole('main')).toContainText(/React\s*19\.\d+\.\d+/);
      const time = page.getByRole('main').locator('time');
      const shown = Date.parse((await time.getAttribute('datetime')) ?? '');
      expect(Math.abs(shown - Date.now())).toBeLessThan(10_000);
      await expect(time).not.toHaveAttribute('datetime', new Date(shown).toISOString());
    }
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
  for (const tab of ['documents', 'activity', 'people']) {
    await page.goto(`${url}/projects/${workspace.projectId}?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notes on engines');
    await expect(page.getByRole('tabpanel').locator('[aria-busy="true"]')).toHaveCount(0);
  }
  await openDocument(user, workspace, documentId);

  const seen = new Set(
    callsOf(calls).map(({ path }) =>
      path.replace(workspace.projectId, '{p}').replace(documentId, '{d}'),
    ),
  );
  expect(asked.filter((path) => !seen.has(path))).toEqual([]);
  for (const { method, path, search } of callsOf(calls)) {
    expect([method, path]).toEqual(['GET', path]);
    const stamp = Number(search.get('_'));
    expect(stamp, `timestamp of ${path}`).toBeGreaterThanOrEqual(began);
    expect(stamp, `timestamp of ${path}`).toBeLessThanOrEqual(Date.now());
  }
  for (const [path, headers] of await Promise.all(sent)) {
    expect(headers['cookie'], `cookies of ${path}`).toContain('session=');
    expect(headers['cache-control'], `caching of ${path}`).toBe('no-cache');
  }
  // Two visits of an address make two requests.
  expect(callsOf(calls).filter(({ path }) => path === '/api/v1/user/me').length).toBeGreaterThan(
    10,
  );
  await context.close();
});

test('7: a mutation carries the CSRF token of the cookie, which is fetched first if it is missing', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const calls = recordCalls(page);
  await page.goto(`${workspace.product.url}/settings`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Ada King');
  await context.clearCookies({ name: 'XSRF-TOKEN' });
  calls.length = 0;
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account of Ada King' })).toBeVisible();
  const [first, second] = calls.filter(
    ({ path }) => path === '/api/v1/csrf-token' || path === '/api/v1/user',
  );
  expect([first?.method, first?.path]).toEqual(['GET', '/api/v1/csrf-token']);
  expect(second?.path).toBe('/api/v1/user');
  expect(second?.method).toMatch(/^(PATCH|PUT)$/);
  const cookie = (await context.cookies()).find((one) => one.name === 'XSRF-TOKEN');
  expect((await second?.request.allHeaders())?.['x-xsrf-token']).toBe(
    decodeURIComponent(cookie?.value ?? 'none'),
  );
  // With an unknown token the call is refused once, a new token is fetched, and the call is
  // repeated.
  await context.addCookies([{ name: 'XSRF-TOKEN', value: 'outdated', url: workspace.product.url }]);
  calls.length = 0;
  consoleErrors.splice(0);
  await name.fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The name changes before the response arrives (optimistic update).
  const sent = () => calls.map(({ path }) => path).filter((path) => /csrf|v1\/user$/.test(path));
  await expect.poll(sent).toEqual(['/api/v1/user', '/api/v1/csrf-token', '/api/v1/user']);
  await expect(page.getByRole('button', { name: 'Account of Ada Lovelace' })).toBeVisible();
  // The browser logs the 403.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('403')]);
  await context.close();
});

test('2 and 4: a new document replaces its history entry, is a draft, is moved to the trash by its own call, and is restored', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const { url } = workspace.product;
  const calls = recordCalls(page);
  await page.goto(`${url}/drafts`);
  await page.getByRole('main').getByRole('link', { name: 'New document' }).first().click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  const [, id = ''] = /\/documents\/([^/?]+)$/.exec(page.url()) ?? [];
  await title.fill('A draft of mine');
  await expect(page.locator('[role=status][data-kind]')).toHaveText('Saved');
  await page.goBack();
  await expect(page).toHaveURL(`${url}/drafts`);
  const line = page.getByRole('main').getByRole('link', { name: 'A draft of mine' });
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Actions for A draft of mine' }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(line).toBeHidden();
  await page.goto(`${url}/archives`);
  await expect(page.getByRole('listitem').filter({ hasText: 'A draft of mine' })).toContainText(
    /trash/i,
  );
  await page.getByRole('button', { name: 'Actions for A draft of mine' }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(line).toBeHidden();
  await page.goto(`${url}/drafts`);
  await expect(line).toBeVisible();
  const changes = calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(changes).toEqual([
    'POST /api/v1/documents',
    `PATCH /api/v1/documents/${id}`,
    `POST /api/v1/documents/${id}/delete`,
    `POST /api/v1/documents/${id}/restore`,
  ]);
  await context.close();
});

test('4 and 6: a project is archived and restored; a user who is not an administrator sees no server metrics', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { id } = await workspace.ben.call('createProject', { body: { name: 'Almanac' } });
  const { page, context } = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const { url } = workspace.product;
  const calls = recordCalls(page);
  await page.goto(`${url}/projects/${id}?tab=settings`);
  await page.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('button', { name: 'Archive project' }).click();
  await expect(page.getByRole('note')).toContainText('is archived');
  await page.goto(`${url}/projects`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Almanac' })).toHaveCount(0);
  await page.goto(`${url}/archives?tab=projects`);
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Almanac' });
  await line.getByRole('button', { name: 'Restore' }).click();
  await expect(line).toBeHidden();
  await page.goto(`${url}/projects`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Almanac' }).first()).toBeVisible();
  const changes = calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(changes).toEqual([
    `POST /api/v1/projects/${id}/archive`,
    `POST /api/v1/projects/${id}/restore`,
  ]);
  await page.goto(`${url}/dashboard/admin`);
  await expect(page.getByRole('main')).toContainText('Administrators only');
  await page.goto(`${url}/dashboard/metrics`);
  await expect(page.getByRole('main')).toContainText(
    'Only administrators can see the server metrics',
  );
  await page.goto(`${url}/dashboard/test`);
  await expect(page.getByRole('main')).toContainText('production');
  expect(
    calls.filter(({ path }) => /\/(admin|metrics\/(memory|errors|database|requests))/.test(path)),
  ).toEqual([]);
  await context.close();
});
