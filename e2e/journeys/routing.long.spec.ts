import { expect, type Page } from '@playwright/test';
import { expectRefusals, openSignedIn, test } from './fixtures.ts';

const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

/** The heading of the page. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a page is shown from its top, and where it was when the user returns to it or reloads it', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { url } = workspace.product;
  await page.setViewportSize({ width: 1_000, height: 400 });
  await page.goto(`${url}/settings`);
  await expect(heading(page)).toHaveText('Settings');
  await page.evaluate(() => scrollTo(0, 200));
  await expect.poll(() => scrolled(page)).toBe(200);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Help' }).click();
  await expect(heading(page)).toHaveText('Help center');
  expect(await scrolled(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, 120));
  await expect.poll(() => scrolled(page)).toBe(120);
  await page.goBack();
  await expect(heading(page)).toHaveText('Settings');
  await expect.poll(() => scrolled(page)).toBe(200);
  await page.goForward();
  await expect(heading(page)).toHaveText('Help center');
  await expect.poll(() => scrolled(page)).toBe(120);
  await page.reload();
  await expect(heading(page)).toHaveText('Help center');
  await expect.poll(() => scrolled(page)).toBe(120);
  await context.close();
});

test('a page whose script is of a replaced build is loaded again from the server', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/dashboard`);
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  expectRefusals(consoleErrors, 404);
  const script = /\/assets\/settings-[\w-]+\.js$/;
  await page.route(script, (route) => route.fulfill({ status: 404 }), { times: 1 });
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Settings' }).click();
  await expect(heading(page)).toHaveText('Settings');
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(false);
  expect(new URL(page.url()).pathname).toBe('/settings');
  await context.close();
});

test('a page that fails is replaced by an error page, until the next navigation', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/dashboard`);
  await expect(heading(page)).toBeVisible();
  await page.route('**/api/v1/metrics/me*', (route) => route.fulfill({ json: {} }));
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Metrics' }).click();
  await expect(heading(page)).toHaveText('This page could not be shown');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.goBack();
  await expect(heading(page)).not.toHaveText('This page could not be shown');
  await expect(main).toBeVisible();
  expect(consoleErrors.splice(0).length).toBeGreaterThan(0);
  await context.close();
});
