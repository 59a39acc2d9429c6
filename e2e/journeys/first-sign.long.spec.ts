import { expect, type Page } from '@playwright/test';
import { expectRefusals, expectOutage, sit, sitSignedIn, test } from './desk.ts';

/** Records the paths of the scripts that a page requests, as modules or as files. */
function watchScripts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) asked.push(pathname);
  });
  return asked;
}

/**
 * Holds back all scripts of the pages until the returned function is called, as on a slow
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

test('a public page is complete and loads no script before the first interaction, and does not shift when it hydrates', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const asked = watchScripts(page);
  await page.goto(office.product.url);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expect(page.locator('#pricing').getByRole('heading', { name: 'For a team' })).toBeVisible();
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
  const asks = page.waitForResponse((response) => response.url().includes('/api/v1/user/me'));
  await page.mouse.move(700, 300);
  await asks;
  await page.waitForLoadState('networkidle');
  expect(asked).not.toEqual([]);
  await expect(page.getByRole('textbox', { name: 'Demonstration text' })).toBeVisible();
  expect(await places()).toEqual(before);
  await context.close();
});

test('clicks, input and submissions before hydration take effect after it', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const asked = watchScripts(page);
  const goOn = await holdScripts(page);
  await page.goto(`${office.product.url}/faq`);
  const field = page.getByRole('contentinfo').getByRole('textbox', { name: 'Newsletter' });
  await field.focus();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  const demo = page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' });
  for (let press = 0; press < 2; press += 1) await demo.click();
  await expect(demo).toHaveAttribute('aria-busy', 'true');
  expect(asked.length).toBeGreaterThan(10);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  goOn();
  await expect(page.getByRole('dialog', { name: 'Schedule a Demo' })).toBeVisible();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(field).toHaveValue('nobody');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await context.close();
});

test('the first Enter in a field that the browser filled in is not lost', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const goOn = await holdScripts(page);
  await page.goto(`${office.product.url}/faq`);
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
  await context.close();
});

test('the help center search uses text that was typed before hydration; the theme is chosen by keyboard', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const goOn = await holdScripts(page);
  await page.goto(`${office.product.url}/help-center/public`);
  await page.getByRole('searchbox', { name: 'Search all articles' }).focus();
  await page.keyboard.type('postgresql port');
  goOn();
  await expect(page.getByRole('status').filter({ hasText: /article/ })).toHaveText(
    /^[1-9]\d* articles?$/,
  );
  await expect(page).toHaveURL(/[?&]q=postgresql(\+|%20)port$/);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.goto(`${office.product.url}/about`);
  const theme = page.getByRole('banner').getByRole('button', { name: /theme/i });
  for (
    let stop = 0;
    stop < 30 && !(await theme.evaluate((button) => button === document.activeElement));
    stop += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Light' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await context.close();
});

test('on a touch screen, a menu opened before hydration stays open, and its links work without scripts', async ({
  browser,
  office,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  });
  const page = await context.newPage();
  const goOn = await holdScripts(page);
  await page.goto(`${office.product.url}/faq`);
  await page.getByRole('banner').locator('summary').tap();
  const link = page
    .getByRole('navigation', { name: 'Site menu' })
    .getByRole('link', { name: 'About' });
  await expect(link).toBeVisible();
  const asks = page.waitForResponse((response) => response.url().includes('/api/v1/user/me'));
  goOn();
  await asks;
  await expect(link).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${office.product.url}/faq`);
  await holdScripts(page);
  await page.getByRole('banner').locator('summary').tap();
  await link.tap();
  await expect(page).toHaveURL(`${office.product.url}/about`);
  await context.close();
});

test('a page with a session hydrates without an interaction, and never shows the links for visitors', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sitSignedIn(browser, office, office.ben, quiet);
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/v1/user/me*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto(office.product.url);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeHidden();
  goOn();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await context.close();
});

test('after scripts could not be loaded without a network, the next press loads them again', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  await page.goto(`${office.product.url}/faq`);
  expectOutage(quiet);
  await context.setOffline(true);
  const demo = page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' });
  await demo.click();
  await expect(demo).not.toHaveAttribute('aria-busy', 'true');
  await context.setOffline(false);
  await demo.click();
  await expect(page.getByRole('dialog', { name: 'Schedule a Demo' })).toBeVisible();
  await context.close();
});

test('an open page reloads when another build has replaced its files', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  expectRefusals(quiet, 404);
  await page.goto(`${office.product.url}/about`);
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  await page.route('**/assets/start-*', (route) =>
    route.fulfill({ status: 404, body: 'File not found.' }),
  );
  await page.route(`${office.product.url}/about`, (route) =>
    route.request().isNavigationRequest()
      ? route.continue()
      : route.fulfill({ body: 'Another build.', contentType: 'text/html' }),
  );
  await page.mouse.move(300, 300);
  await expect.poll(() => page.evaluate(() => 'isOld' in globalThis).catch(() => true)).toBe(false);
  await page.unrouteAll();
  await page.getByRole('banner').getByRole('button', { name: 'Schedule a Demo' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule a Demo' })).toBeVisible();
  await context.close();
});
