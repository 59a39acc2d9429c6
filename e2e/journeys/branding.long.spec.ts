import { expect, type Page } from '@playwright/test';
import { signUp, startProduct, type Product } from '@longhand/driver';
import { openSignedIn, openSignedOut, test } from './fixtures.ts';

let product: Product;
let admin: Awaited<ReturnType<typeof signUp>>;

// A server of its own: the others show the usual branding.
test.beforeAll(async () => {
  product = await startProduct();
  admin = await signUp(product.url, 'admin', 'Admin');
});
test.afterAll(() => product.close());

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns the accent colour that the page uses. */
const accentOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

test('an administrator gives the server a name, a colour, links, a notice and a logo by keyboard, and visitors see them at once', async ({
  browser,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, { product }, admin, consoleErrors);
  await page.goto(`${product.url}/dashboard/admin?tab=branding`);
  const usual = await accentOf(page);
  await page.getByLabel('Name of the server').fill('Acme Docs');
  await page.getByLabel('Accent colour in the light theme').fill('#66bb66');
  await page.getByLabel('Imprint').fill('http://acme.example/imprint');
  await page.getByLabel('Notice on the sign-in page').fill('Staff only.\nAsk the help desk.');
  await page.getByLabel('Imprint').press('Enter');
  await expect(
    page.getByText(/^The contrast with .* is \d\.\d+ : 1, but text needs/),
  ).toBeVisible();
  await expect(page.getByText('This has to be an address that begins with https://')).toBeVisible();
  await page.getByRole('button', { name: /^Use #/ }).press('Enter');
  await page.getByLabel('Imprint').fill('https://acme.example/imprint');
  await page.getByLabel('Privacy').fill('https://acme.example/privacy');
  await page.getByLabel('Imprint').press('Enter');
  await expect(page.getByText('Pages show the change when they are loaded again.')).toBeVisible();
  await expect(page.getByLabel('Accent colour in the dark theme')).toHaveValue(/^#[0-9a-f]{6}$/);
  const logo = page.getByRole('group', { name: 'Logo in the light theme' });
  const choosing = page.waitForEvent('filechooser');
  await logo.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await expect(logo.getByRole('img')).toBeVisible();

  const visitor = await openSignedOut(browser, admin, consoleErrors);
  await visitor.page.goto(`${product.url}/auth`);
  await expect(visitor.page).toHaveTitle('Log in · Acme Docs');
  await expect(visitor.page.getByText('Staff only.')).toBeVisible();
  await expect(visitor.page.getByRole('link', { name: 'Imprint' })).toHaveAttribute(
    'href',
    'https://acme.example/imprint',
  );
  await expect(visitor.page.getByRole('img', { name: 'Acme Docs' })).toBeVisible();
  expect(await accentOf(visitor.page)).not.toBe(usual);
  await visitor.page.goto(`${product.url}/guest#none`);
  await expect(visitor.page.getByRole('img', { name: 'Acme Docs' })).toBeVisible();
  await visitor.page.goto(product.url);
  await expect(visitor.page).toHaveTitle(/Longhand/);
  const linkIn = (name: string) =>
    visitor.page.getByRole('contentinfo').getByRole('link', { name, exact: true });
  const addresses = [
    ['Imprint', 'Privacy policy', ''],
    ['Impressum', 'Datenschutzerklärung', '?lang=de'],
  ] as const;
  for (const [imprint, privacy, query] of addresses) {
    for (const path of ['/', '/help-center/public', '/terms-of-service']) {
      await visitor.page.goto(`${product.url}${path}${query}`);
      await expect(linkIn(imprint)).toHaveAttribute('href', 'https://acme.example/imprint');
      await expect(linkIn(privacy)).toHaveAttribute('href', 'https://acme.example/privacy');
    }
  }

  await page.reload();
  await expect(page.getByRole('link', { name: 'Acme Docs, home' })).toBeVisible();
  await page.getByRole('button', { name: 'Reset the branding' }).press('Enter');
  const question = page.getByText('Pages and mails show Longhand again.');
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Reset the branding' }).last().click();
  await expect(page.getByLabel('Name of the server')).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Longhand, home' })).toBeVisible();
  expect(await accentOf(page)).toBe(usual);
  await visitor.page.goto(`${product.url}/?lang=en`);
  await expect(linkIn('Privacy policy')).toHaveAttribute('href', '/privacy-policy');
  await expect(linkIn('Imprint')).toHaveCount(0);
  for (const each of [context, visitor.context]) await each.close();
});
