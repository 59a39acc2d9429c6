import { expect } from '@playwright/test';
import { signUp, startProduct } from '@longhand/driver';
import { usualBranding } from '@longhand/contract';
import { expectOutage, openSignedIn, test } from './fixtures.ts';

test('visitors see the sign-in page in the language of their browser', async ({
  browser,
  workspace,
}) => {
  for (const [locale, dir, title] of [
    ['de-AT', 'ltr', 'Willkommen zurück'],
    ['fr', 'ltr', 'Bon retour'],
    ['ar', 'rtl', 'مرحبًا بعودتك'],
    ['pl', 'ltr', 'Welcome back'],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(`${workspace.product.url}/auth`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('dir', dir);
    await context.close();
  }
});

test('a user chooses a language, which applies to all of their browsers', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const first = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await first.page.goto(`${workspace.product.url}/settings?tab=appearance`);
  // Clicked, not checked: `check()` looks again at a name that has changed its language by then.
  await first.page.getByRole('radio', { name: 'Deutsch' }).click();
  await expect(first.page.locator('html')).toHaveAttribute('lang', 'de');
  const language = first.page.getByRole('group', { name: 'Sprache' });
  await expect(language.getByRole('radio', { name: 'Deutsch' })).toBeChecked();

  // The HTML itself is German, and names one catalog, before any script has run.
  const answer = await first.page.request.get(`${workspace.product.url}/settings`);
  const html = await answer.text();
  expect(html).toContain('<html lang="de" dir="ltr"');
  expect(html.match(/\/assets\/language-\w+/g)).toEqual(['/assets/language-de']);

  const second = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await second.page.goto(`${workspace.product.url}/settings?tab=appearance`);
  // The first call of the page stores the language of the user in the second browser.
  await expect(second.page.getByRole('radio', { name: 'Deutsch' })).toBeChecked();
  await second.page.reload();
  await expect(second.page.locator('html')).toHaveAttribute('lang', 'de');
  await second.page.getByRole('radio', { name: 'Sprache des Browsers' }).click();
  await expect(second.page.locator('html')).toHaveAttribute('lang', 'en');
  await first.context.close();
  await second.context.close();
});

test('without a connection, the page is in the language of the user, with the name of the server', async ({
  browser,
  consoleErrors,
}) => {
  const product = await startProduct();
  try {
    const admin = await signUp(product.url, 'admin', 'Admin');
    const { logos: _, ...usual } = usualBranding;
    await admin.call('setBranding', { body: { ...usual, name: 'Acme & Docs' } });
    const device = { locale: 'de-AT' };
    const { page, context } = await openSignedIn(
      browser,
      { product },
      admin,
      consoleErrors,
      device,
    );
    await page.goto(`${product.url}/dashboard`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expectOutage(consoleErrors);
    await context.setOffline(true);
    await page.goto(`${product.url}/projects`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Acme & Docs ist nicht erreichbar',
    );
    await expect(page).toHaveTitle('Nicht verbunden · Acme & Docs');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Erneut versuchen' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projekte');
    await context.close();
  } finally {
    await product.close();
  }
});
