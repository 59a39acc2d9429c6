import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import {
  expectOutage,
  expectRefusals,
  expectSignOut,
  openSignedOut,
  openSignedIn,
  test,
} from './fixtures.ts';

/** Records the paths of the scripts and the API that a page requests. */
function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js') || pathname.startsWith('/api/')) asked.push(pathname);
  });
  return asked;
}

/**
 * Holds back all scripts that a page loads until the returned function is called, as on a slow
 * connection.
 */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isHeld;
    await route.continue();
  });
  return goOn;
}

test('a public page is complete with one style sheet and at most 10 KB of script, and requests nothing else before the first interaction', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const asked = watchRequests(page);
  await page.goto(workspace.product.url);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expect(page.locator('#pricing').getByRole('heading', { name: 'For a team' })).toBeVisible();
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
  const scripts = await page.locator('script:not([src])').allTextContents();
  expect(await page.locator('script[src]').count()).toBe(0);
  expect(Buffer.byteLength(scripts.join(''))).toBeLessThan(10 * 1024);
  expect(brotliCompressSync(scripts.join('')).length).toBeLessThan(4 * 1024);
  // Chromium dispatches such an event itself after a layout, although the pointer did not move.
  await page
    .locator('h1')
    .dispatchEvent('pointermove', { bubbles: true, movementX: 0, movementY: 0 });
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  // Find and measure in one call. An element that is replaced in between would be measured at the
  // wrong place.
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, header a, header button')].map(
        (one) => `${one.textContent}${JSON.stringify(one.getBoundingClientRect())}`,
      ),
    );
  const before = await places();
  await page.mouse.move(700, 300);
  await expect(page.getByRole('textbox', { name: 'Demonstration text' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await places()).toEqual(before);
  await context.close();
});

test('on a slow connection, a press and a submission take effect once their code is loaded, and each only once', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const goOn = await holdScripts(page);
  await page.goto(`${workspace.product.url}/faq`);
  const field = page.getByRole('contentinfo').getByRole('textbox', { name: 'Newsletter' });
  await field.focus();
  await page.keyboard.type('nobody');
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter');
  const demo = page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' });
  for (let press = 0; press < 2; press += 1) await demo.click();
  await expect(demo).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  goOn();
  await expect(page.getByRole('dialog', { name: 'Schedule a Demo' })).toBeVisible();
  await expect(page.getByText('Please enter a valid email address.')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(field).toHaveValue('nobody');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await context.close();
});

test('the first Enter in a field that the browser filled in is not lost', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const goOn = await holdScripts(page);
  await page.goto(`${workspace.product.url}/faq`);
  const field = page.getByRole('contentinfo').getByRole('textbox', { name: 'Newsletter' });
  // A value set without an event, as browsers do when they fill in fields of pages without user
  // interaction.
  await field.evaluate((input: HTMLInputElement) => (input.value = 'ada@example.org'));
  await field.focus();
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/newsletter'),
  );
  await page.keyboard.press('Enter');
  goOn();
  expect((await asked).postDataJSON()).toMatchObject({ email: 'ada@example.org' });
  await expect(page.getByRole('contentinfo')).toContainText('Thank you for subscribing');
  await context.close();
});

test('the help center search finds articles for text that is typed before its index is loaded, and lists are filtered', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const goOn = await holdScripts(page);
  await page.goto(`${workspace.product.url}/help-center/public`);
  const field = page.getByRole('searchbox', { name: 'Search all articles' });
  await field.focus();
  await page.keyboard.type('postgresql port');
  await expect(page.getByRole('status').filter({ hasText: /article/ })).toHaveCount(0);
  goOn();
  await expect(page.getByRole('status').filter({ hasText: /article/ })).toHaveText(
    /^[1-9]\d* articles?$/,
  );
  await expect(page).toHaveURL(/[?&]q=postgresql(\+|%20)port$/);
  await expect(field).toBeFocused();
  await field.fill('qwertz');
  await expect(page.getByRole('status').filter({ hasText: /article/ })).toHaveText(
    'No articles. Try fewer or different words.',
  );
  await field.fill('');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(page).toHaveURL(`${workspace.product.url}/help-center/public`);

  await page.goto(`${workspace.product.url}/documentation`);
  const entries = page.getByRole('main').getByRole('listitem');
  const count = await entries.count();
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('ÁPI');
  await expect(page.getByRole('status').filter({ hasText: /articles/ })).toHaveText(
    new RegExp(`^[1-9] of ${count} articles$`),
  );
  expect(await entries.count()).toBeLessThan(count);
  await context.close();
});

test('the theme is chosen by keyboard, and the menu marks the chosen one', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/about`);
  const theme = page.getByRole('banner').getByRole('button', { name: /theme/i });
  for (
    let stop = 0;
    stop < 30 && !(await theme.evaluate((button) => button === document.activeElement));
    stop += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Light' })).toBeFocused();
  await expect(theme).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expect(theme).toBeFocused();
  await expect(theme).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Light' })).toBeFocused();
  await expect(page.getByRole('menuitem', { name: /^Dark\s*chosen$/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await context.close();
});

test('on a touch screen, the menu and its links work without any loaded script', async ({
  browser,
  workspace,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await holdScripts(page);
  await page.goto(`${workspace.product.url}/faq`);
  const summary = page.getByRole('banner').locator('summary');
  await summary.tap();
  const link = page
    .getByRole('navigation', { name: 'Site menu' })
    .getByRole('link', { name: 'About' });
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await summary.tap();
  await link.tap();
  await expect(page).toHaveURL(`${workspace.product.url}/about`);
  await context.close();
});

test('a page with a session never shows the links for visitors; those appear if the session has ended', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/v1/user/me*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto(workspace.product.url);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign up' })).toBeHidden();
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  goOn();
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible();
  expectSignOut(consoleErrors);
  await context.addCookies([
    { name: 'session', value: 'of-the-past', url: workspace.product.url, httpOnly: true },
  ]);
  await page.reload();
  await expect(header.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  await context.close();
});

test('a user signs out from a public page', async ({ browser, workspace, consoleErrors }) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await page.goto(`${workspace.product.url}/about`);
  expectSignOut(consoleErrors);
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible();
  await expect(page).toHaveURL(/\/\?refresh=/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible();
  await context.close();
});

test('without a network, a press shows a message, and the next press loads the code', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/faq`);
  expectOutage(consoleErrors);
  await context.setOffline(true);
  const demo = page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' });
  await demo.click();
  await expect(page.getByRole('alert')).toHaveText(
    'The server cannot be reached. Check the connection and try again.',
  );
  await expect(demo).not.toHaveAttribute('aria-busy', 'true');
  await context.setOffline(false);
  await demo.click();
  await expect(page.getByRole('dialog', { name: 'Schedule a Demo' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.close();
});

test('an open page reloads when another build has replaced its files', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  expectRefusals(consoleErrors, 404);
  await page.goto(`${workspace.product.url}/about`);
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  await page.route('**/assets/site-parts-*', (route) =>
    route.fulfill({ status: 404, body: 'File not found.' }),
  );
  const demo = page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' });
  await demo.click();
  await expect.poll(() => page.evaluate(() => 'isOld' in globalThis).catch(() => true)).toBe(false);
  await page.unrouteAll();
  await demo.click();
  await expect(page.getByRole('dialog', { name: 'Schedule a Demo' })).toBeVisible();
  await context.close();
});
