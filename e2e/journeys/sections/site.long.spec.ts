import { expect, type Page } from '@playwright/test';
import { openSignedOut, openSignedIn, test } from '../fixtures.ts';

/** The public routes of section 2, with a pattern for the heading of each page. */
const publicPages = {
  '/': /Write it together/,
  '/home': /Write it together/,
  '/about': /./,
  '/blog': /Blog/i,
  '/integrations': /./,
  '/press': /./,
  '/faq': /./,
  '/guides': /Guides/i,
  '/documentation': /Documentation/i,
  '/careers': /./,
  '/careers/apply': /./,
  '/careers/apply/general': /./,
  '/help-center/public': /Help/i,
  '/privacy-policy': /Privacy/i,
  '/terms-of-service': /Terms/i,
  '/cookie-policy': /Cookie/i,
} as const;

const headerLinks = [
  '/#features',
  '/#testimonials',
  '/#pricing',
  '/about',
  '/blog',
  '/integrations',
  '/press',
  '/help-center/public',
];

const footerLinks = [
  '/',
  '/#features',
  '/#pricing',
  '/integrations',
  '/faq',
  '/about',
  '/blog',
  '/careers',
  '/press',
  '/guides',
  '/documentation',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
];

/** Returns the addresses of the visible links in a part of the page. */
function linksIn(page: Page, part: 'banner' | 'contentinfo'): Promise<string[]> {
  return page
    .getByRole(part)
    .locator('a[href]')
    .evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href') ?? ''),
    );
}

test('2, Public routes: every route of the table has header and footer; the three careers routes show the same page', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const headings = new Map<string, string>();
  for (const [path, heading] of Object.entries(publicPages)) {
    await page.goto(`${workspace.product.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(new URL(page.url()).pathname.replace(/(.)\/$/, '$1')).toBe(path);
    headings.set(path, await page.getByRole('heading', { level: 1 }).innerText());
  }
  expect(
    new Set(
      ['/careers', '/careers/apply', '/careers/apply/general'].map((path) => headings.get(path)),
    ).size,
  ).toBe(1);
  await context.close();
});

test('1: the front page has features, testimonials, and pricing with the plans of the server', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(workspace.product.url);
  for (const part of ['features', 'testimonials', 'pricing'])
    await expect(page.locator(`#${part}`)).toBeVisible();
  const { items: plans } = await workspace.ada.call('listPlans', {});
  expect(plans.length).toBeGreaterThan(0);
  for (const { name } of plans)
    await expect(page.locator('#pricing').getByRole('heading', { name })).toBeVisible();
  await context.close();
});

test('2, Header: the logo, the eight links in order, the theme menu, and the actions for visitors', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/about`);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign up' })).toBeVisible();
  expect(await linksIn(page, 'banner')).toEqual([
    '/',
    ...headerLinks,
    '/auth',
    '/auth?tab=register',
  ]);
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth');
  await header.getByRole('button', { name: /theme/i }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Light', 'Dark', 'System']);
  await page.keyboard.press('Escape');
  await header.getByRole('button', { name: 'Schedule a Demo' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule a Demo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await header.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('tab', { name: 'Sign up' })).toHaveAttribute('aria-selected', 'true');
  await context.close();
});

test('2, Header: a signed-in user sees Dashboard and Sign out, an administrator also Testbed', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const admin = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await admin.page.goto(workspace.product.url);
  const header = admin.page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  await expect(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Testbed' })).toHaveAttribute(
    'href',
    '/dashboard/test',
  );
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  await expect(header.getByRole('button', { name: 'Schedule a Demo' })).toHaveCount(0);
  const other = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await other.page.goto(workspace.product.url);
  await expect(
    other.page.getByRole('banner').getByRole('link', { name: 'Dashboard' }),
  ).toBeVisible();
  await expect(other.page.getByRole('link', { name: 'Testbed' })).toHaveCount(0);
  await admin.context.close();
  await other.context.close();
});

test('2, Footer: its links, the help center for visitors or users, the newsletter, Contact Us, the theme menu', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const visitor = await openSignedOut(browser, workspace.ada, consoleErrors);
  await visitor.page.goto(`${workspace.product.url}/faq`);
  const links = await linksIn(visitor.page, 'contentinfo');
  for (const href of [...footerLinks, '/help-center/public']) expect(links).toContain(href);
  expect(links).not.toContain('/help-center');
  const footer = visitor.page.getByRole('contentinfo');
  await expect(footer.getByRole('textbox', { name: 'Newsletter' })).toHaveAttribute(
    'type',
    'email',
  );
  await expect(footer.getByRole('button', { name: /theme/i })).toBeVisible();
  await footer.getByRole('button', { name: 'Contact Us' }).click();
  await expect(visitor.page.getByRole('dialog', { name: 'Contact Support' })).toBeVisible();
  const ben = await openSignedIn(browser, workspace, workspace.ben, consoleErrors);
  await ben.page.goto(`${workspace.product.url}/faq`);
  const help = ben.page.getByRole('contentinfo').getByRole('link', { name: 'Help center' });
  await expect(help).toHaveAttribute('href', '/help-center');
  expect(await linksIn(ben.page, 'contentinfo')).not.toContain('/help-center/public');
  await visitor.context.close();
  await ben.context.close();
});

test('1 and 9: the theme follows the system until the user chooses another, is stored as longhand-theme, and sets the footer logo', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const logo = page.getByRole('contentinfo').getByRole('img', { name: 'Longhand' });
  const scheme = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(workspace.product.url);
  await expect(scheme).toHaveAttribute('data-scheme', 'dark');
  await expect(logo).toHaveAttribute('src', /dark/);
  expect(await page.evaluate(() => localStorage.getItem('longhand-theme'))).toBeNull();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(scheme).toHaveAttribute('data-scheme', 'light');
  await expect(logo).toHaveAttribute('src', /light/);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('banner').getByRole('button', { name: /theme/i }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Dark');
  await expect(scheme).toHaveAttribute('data-scheme', 'dark');
  await expect(logo).toHaveAttribute('src', /dark/);
  expect(await page.evaluate(() => localStorage.getItem('longhand-theme'))).toBe('dark');
  await page.reload();
  await expect(scheme).toHaveAttribute('data-scheme', 'dark');
  await choose('System');
  await expect(scheme).toHaveAttribute('data-scheme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('longhand-theme'))).toBe('system');
  await choose('Light');
  expect(await page.evaluate(() => localStorage.getItem('longhand-theme'))).toBe('light');
  await context.close();
});

test('2: an unknown path redirects to the front page and replaces its history entry', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/about`);
  for (const path of [
    '/nowhere',
    '/projects/a/b',
    '/blog/no-such-article/x',
    '/%E2%98%83',
    '/careers/apply/other',
  ]) {
    await page.goto(`${workspace.product.url}${path}`);
    await page.waitForURL(`${workspace.product.url}/`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Write it together');
  }
  await page.goBack();
  await expect(page).toHaveURL(`${workspace.product.url}/`);
  await context.close();
});
