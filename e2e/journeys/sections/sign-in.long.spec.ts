import { expect, type Page } from '@playwright/test';
import {
  expectOutage,
  expectRefusals,
  expectSignOut,
  openSignedOut,
  openSignedIn,
  test,
} from '../fixtures.ts';
import {
  expectToast,
  fillFields,
  holdCalls,
  recordCalls,
  signUpOnPage,
} from './toasts-and-calls.ts';
import { password, signIn } from '@longhand/driver';

/** Stores a value in every browser storage of the site, and chooses the dark theme. */
async function leaveTraces(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem('longhand-theme', 'dark');
    localStorage.setItem('left', 'here');
    sessionStorage.setItem('left', 'here');
    document.cookie = 'left=here; Path=/';
    await caches.open('left');
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('left');
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error ?? new Error('no database'));
    });
    Object.assign(globalThis, { left: 'here' });
  });
}

/** Returns the storages in which the values of {@link leaveTraces} still exist, and the theme. */
function tracesOn(page: Page): Promise<{ found: string[]; theme: string | null }> {
  return page.evaluate(async () => {
    const places: Record<string, boolean> = {
      'local storage': localStorage.getItem('left') !== null,
      'session storage': sessionStorage.getItem('left') !== null,
      cookies: document.cookie.includes('left='),
      caches: (await caches.keys()).includes('left'),
      databases: (await indexedDB.databases()).some(({ name }) => name === 'left'),
      'the page itself, which was not reloaded': 'left' in globalThis,
    };
    const found = Object.keys(places).filter((place) => places[place]);
    return { found, theme: localStorage.getItem('longhand-theme') };
  });
}

/**
 * Makes each page record, when it is left, when its last login, registration or logout was
 * answered. The next page knows when it was requested. Both times are the browser's own, so that a
 * busy test process does not affect them.
 */
async function timeReloads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isEntering = ({ name }: PerformanceEntry) =>
      /\/api\/v1\/(?:register|login|logout)$/.test(name.split('?')[0] ?? '');
    addEventListener('pagehide', () => {
      const answered = (
        performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      ).findLast(isEntering);
      if (answered !== undefined)
        sessionStorage.setItem('answered', String(performance.timeOrigin + answered.responseEnd));
    });
  });
}

/**
 * Returns the time from the response to the request for this page (ms). It has a lower bound only:
 * the browser's storage is wiped before the delay, which takes any time on a busy machine.
 */
function timeOfReload(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.timeOrigin - Number(sessionStorage.getItem('answered') ?? Number.NaN),
  );
}

test('2, 4, 8, 9: registration, logout and login clear the browser storage, keep the theme, reload after 500 ms and show a toast', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const { url } = workspace.product;
  await timeReloads(page);

  await page.goto(`${url}/auth?tab=register`);
  await expect(page.getByRole('tab', { name: 'Sign up' })).toHaveAttribute('aria-selected', 'true');
  await leaveTraces(page);
  await signUpOnPage(page, url, 'hopper', 'Grace Hopper');
  await expectToast(page, 'Registration successful', 'Welcome, Grace Hopper', 'status');
  expect(await tracesOn(page)).toEqual({ found: [], theme: 'dark' });
  expect(await timeOfReload(page)).toBeGreaterThanOrEqual(500);
  const me = (await (await page.request.get(`${url}/api/v1/user/me`)).json()) as { id: string };
  const arrived = new URL(page.url());
  expect(arrived.pathname).toBe('/dashboard');
  expect(arrived.searchParams.get('userId')).toBe(me.id);
  expect(Math.abs(Number(arrived.searchParams.get('refresh')) - Date.now())).toBeLessThan(60_000);

  await leaveTraces(page);
  await page.getByRole('button', { name: 'Account of Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/\?refresh=\d+$/);
  await expectToast(page, 'Logged out', 'You have been successfully logged out.', 'status');
  expect(await tracesOn(page)).toEqual({ found: [], theme: 'dark' });
  expect(await timeOfReload(page)).toBeGreaterThanOrEqual(500);
  expect((await page.request.get(`${url}/api/v1/user/me`)).status()).toBe(401);

  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('tab', { name: 'Log in' })).toHaveAttribute('aria-selected', 'true');
  await leaveTraces(page);
  await fillFields(page, { Username: 'hopper', Password: password });
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/\/dashboard\?/);
  await expectToast(page, 'Login successful', 'Welcome back, Grace Hopper', 'status');
  expect(await tracesOn(page)).toEqual({ found: [], theme: 'dark' });
  expect(await timeOfReload(page)).toBeGreaterThanOrEqual(500);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    refresh: expect.stringMatching(/^\d{13}$/),
    userId: me.id,
  });
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  // A signed-in user is redirected from the sign-in page.
  await page.goto(`${url}/auth?tab=register`);
  await page.waitForURL(`${url}/dashboard`);
  await context.close();
});

test('1, 7: the demo is a login by GET with its own user, only from a page’s script', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const calls = recordCalls(page);
  const { url } = workspace.product;
  const navigated = await page.request.get(`${url}/api/v1/auth/demo-user`, {
    headers: { 'sec-fetch-mode': 'navigate' },
  });
  expect(navigated.status()).toBe(403);
  await page.goto(`${url}/auth`);
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await page.waitForURL(/\/dashboard\?/);
  await expectToast(page, 'Login successful', /^Welcome, /, 'status');
  expect(calls.find(({ path }) => path === '/api/v1/auth/demo-user')?.method).toBe('GET');
  await expect(page.getByRole('link', { name: 'Testbed' })).toHaveCount(0);
  await context.close();
});

/**
 * Shows one of the two forms. The tab is part of the URL, so that the form changes after the click;
 * text typed before would go to the other form, which has the same labels.
 */
async function chooseTab(page: Page, name: 'Log in' | 'Sign up'): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

test('8: a failed login, registration or logout shows the message of the server', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  expectRefusals(consoleErrors, 409, 429);
  expectOutage(consoleErrors);
  expectSignOut(consoleErrors);
  const { url } = workspace.product;
  await page.goto(`${url}/auth`);
  await fillFields(page, { Username: 'ada', Password: 'not the password' });
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/v1/login'));
  await page.keyboard.press('Enter');
  const { detail } = (await (await answer).json()) as { detail: string };
  await expectToast(page, 'Login failed', detail, 'alert');
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('ada');

  await chooseTab(page, 'Sign up');
  await fillFields(page, {
    Name: 'Another',
    Username: 'ada',
    Email: 'another@example.org',
    Password: password,
  });
  await page.keyboard.press('Enter');
  await expectToast(
    page,
    'Registration failed',
    'This username is already in use. Choose another one.',
    'alert',
  );
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('another@example.org');

  await workspace.product.kill('SIGTERM');
  await workspace.product.start({ LIMIT_LOGIN_ATTEMPTS: '2' });
  await chooseTab(page, 'Log in');
  await fillFields(page, { Username: 'ada', Password: 'not the password' });
  for (const sentence of [detail, detail, /too many/i]) {
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expectToast(page, 'Login failed', sentence, 'alert');
    await page.getByRole('button', { name: 'Close notification' }).click();
  }
  await workspace.product.kill('SIGTERM');
  await workspace.product.start();

  const ben = await openSignedIn(browser, workspace, await signIn(url, 'ben'), consoleErrors);
  await ben.page.goto(`${url}/settings`);
  await expect(ben.page.getByRole('heading', { level: 1 })).toBeVisible();
  // The code of a menu is loaded after the first interaction. Load it before the server stops.
  await ben.page.getByRole('button', { name: 'Account of Ben Okri' }).click();
  await expect(ben.page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await ben.page.keyboard.press('Escape');
  await workspace.product.kill('SIGTERM');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expectToast(page, 'Login failed', /cannot be reached/, 'alert');
  await chooseTab(page, 'Sign up');
  await fillFields(page, {
    Name: 'Harriet',
    Username: 'harriet',
    Email: 'harriet@example.org',
    Password: password,
  });
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expectToast(page, 'Registration failed', /cannot be reached/, 'alert');
  await ben.page.getByRole('button', { name: 'Account of Ben Okri' }).click();
  await ben.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectToast(ben.page, 'Logout failed', /cannot be reached/, 'alert');
  await workspace.product.start();

  // All entered values are still present, and the retry succeeds.
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.waitForURL(/\/dashboard\?/);
  await ben.page.getByRole('button', { name: 'Account of Ben Okri' }).click();
  await ben.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await ben.page.waitForURL(/\/\?refresh=/);
  await ben.context.close();
  await context.close();
});

/** The protected paths. */
const protectedPaths = [
  '/dashboard',
  '/dashboard/recent',
  '/dashboard/drafts',
  '/dashboard/admin',
  '/dashboard/help-center',
  '/dashboard/metrics',
  '/dashboard/test',
  '/projects',
  '/projects/0198c2d4-0000-7000-8000-000000000000',
  '/recent',
  '/archives',
  '/settings',
  '/help-center',
  '/documents/0198c2d4-0000-7000-8000-000000000000',
  '/new-document',
  '/templates',
  '/drafts',
];

test('2 and 4: every protected route redirects visitors to sign in, replaces the history entry, and makes no other calls', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const calls = recordCalls(page);
  await page.goto(`${workspace.product.url}/about`);
  for (const path of protectedPaths) {
    calls.length = 0;
    await page.goto(`${workspace.product.url}${path}`);
    await page.waitForURL(`${workspace.product.url}/auth`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
    const asked = new Set(calls.map(({ path: called }) => called));
    asked.delete('/api/v1/settings');
    expect([...asked], `calls at ${path}`).toEqual(['/api/v1/user/me']);
  }
  // Each visit left one history entry, the sign-in page.
  expect(await page.evaluate(() => history.length)).toBe(protectedPaths.length + 2);
  await page.goBack();
  await expect(page).toHaveURL(`${workspace.product.url}/auth`);
  await context.close();
});

test('4: a toast that is carried over a reload is shown, however long the page takes to load', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  // Simulates the clock of a page that took ten seconds to load.
  await context.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 10_000;
  });
  await page.goto(`${workspace.product.url}/auth`);
  await fillFields(page, { Username: 'ben', Password: password });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\?/);
  await expectToast(page, 'Login successful', 'Welcome back, Ben Okri', 'status');
  await context.close();
});

test('4: a protected route shows that authentication is being verified, and opens after signing in', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const goOn = await holdCalls(page, '**/api/v1/user/me*');
  await page.goto(`${workspace.product.url}/settings?tab=security`);
  await expect(page.getByRole('status')).toHaveText('Verifying authentication...');
  await expect(page.getByRole('banner')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/settings');
  goOn();
  await page.waitForURL(`${workspace.product.url}/auth`);
  await fillFields(page, { Username: 'ben', Password: password });
  await page.keyboard.press('Enter');
  await page.waitForURL(`${workspace.product.url}/settings?tab=security`);
  await expectToast(page, 'Login successful', 'Welcome back, Ben Okri', 'status');
  await context.close();
});

test('4 and 8: if the request for the current user fails, a panel shows the message and a button back to the login', async ({
  browser,
  workspace,
}) => {
  // The errors that the browser logs about failed calls are ignored, because this journey causes
  // them. Playwright does not intercept what a service worker fetches.
  const { page, context } = await openSignedIn(browser, workspace, workspace.ben, [], {
    serviceWorkers: 'block',
  });
  const calls = recordCalls(page);
  await page.route('**/api/v1/user/me*', (route) =>
    route.fulfill({ status: 503, body: 'The database is away.', contentType: 'text/plain' }),
  );
  await page.goto(`${workspace.product.url}/projects`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Error');
  await expect(page.getByRole('alert')).toHaveText('The database is away.');
  expect(calls.filter(({ path }) => path === '/api/v1/user/me')).toHaveLength(2);
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await page.waitForURL(`${workspace.product.url}/auth`);
  // The newest route is asked first: no call succeeds in between, by which this page would leave.
  await page.route('**/api/v1/user/me*', (route) => route.abort());
  await page.goto(`${workspace.product.url}/projects`);
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await context.close();
});
