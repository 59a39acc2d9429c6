import { expect, type Page } from '@playwright/test';
import { openSignedIn, test } from './fixtures.ts';

/** Records the paths of the scripts that a page requests. */
function watchScripts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) asked.push(pathname);
  });
  return asked;
}

test('a visitor with a German browser reads the public pages in German, and signs in from there', async ({
  browser,
  workspace,
}) => {
  const context = await browser.newContext({ locale: 'de-AT', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const asked = watchScripts(page);
  await page.goto(workspace.product.url);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gemeinsam schreiben.');
  await expect(page.locator('#pricing')).toContainText(/0\s€ pro Monat/);
  // Its texts are part of the HTML: no catalog is loaded before the first interaction.
  expect(asked).toEqual([]);
  await page.mouse.move(300, 300);
  const sheet = page.getByRole('textbox', { name: 'Demonstrationstext' });
  await expect(sheet).toContainText('Wir haben diese Zeitung in einer Küche gegründet');
  await page.getByRole('button', { name: 'Annehmen' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Angenommen.' })).toBeVisible();

  const footer = page.getByRole('contentinfo');
  await footer.getByRole('textbox', { name: 'Newsletter' }).fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Bitte gib eine gültige E-Mail-Adresse ein.')).toBeVisible();
  await expect(footer.getByRole('button', { name: 'Abonnieren' })).toBeEnabled();
  await footer.getByRole('button', { name: 'Kontakt' }).click();
  await expect(page.getByRole('dialog', { name: 'Support kontaktieren' })).toBeVisible();
  await page.keyboard.press('Escape');

  await footer.getByRole('link', { name: 'Hilfe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hilfe');
  await page.getByRole('searchbox', { name: 'Alle Artikel durchsuchen' }).fill('papierkorb');
  const found = page.getByRole('status').filter({ hasText: /Artikel/ });
  await expect(found).toHaveText(/^[1-9]\d* Artikel$/);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/help-center\/public\/[\w-]+$/);
  await expect(page.getByRole('main')).toContainText('Papierkorb');
  await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen zurück');
  await context.close();
});

test('a visitor chooses a language in the footer, which later pages keep', async ({
  browser,
  workspace,
}) => {
  const { url } = workspace.product;
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${url}/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fragen und Antworten');
  const languages = page
    .getByRole('contentinfo')
    .getByRole('navigation', { name: /^(Sprache|Language)$/ });
  await expect(languages.getByRole('link', { name: 'Deutsch' })).toHaveAttribute('aria-current');
  await languages.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL(`${url}/faq?lang=en`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  await page.goto(`${url}/auth`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await page.goto(`${url}/faq`);
  await languages.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await context.close();
});

test('search engines find each language of a public page under a URL of its own', async ({
  request,
  workspace,
}) => {
  const { url } = workspace.product;
  const map = await (await request.get(`${url}/sitemap.xml`)).text();
  const addresses = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
  const german = addresses.filter((address) => address.endsWith('?lang=de'));
  expect(german.length).toBeGreaterThan(50);
  expect(german.length).toBe(addresses.length / 2);
  for (const address of german) {
    const html = await (await request.get(address)).text();
    const path = new URL(address).pathname;
    const own = path.replace(/^\/careers\/.*/, '/careers');
    expect([path, html.includes('<html lang="de" dir="ltr"')]).toEqual([path, true]);
    expect([path, html.includes(`rel="canonical" href="${own}?lang=de"`)]).toEqual([path, true]);
    expect([path, html.includes(`hrefLang="en" href="${own}"`)]).toEqual([path, true]);
  }
});

for (const width of [390, 1440])
  test(`German public pages do not scroll sideways in a window of ${width} pixels`, async ({
    browser,
    workspace,
  }) => {
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ locale: 'de-DE', viewport });
    const page = await context.newPage();
    for (const path of ['/', '/faq', '/press', '/documentation', '/cookie-policy', '/guides']) {
      await page.goto(workspace.product.url + path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      const scrolls = (): Promise<number> =>
        page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, await scrolls()]).toEqual([path, width]);
      // The header is one line: its menu and its last button are at one height.
      const header = page.getByRole('banner');
      const box = await header.boundingBox();
      expect([path, (box?.height ?? 0) < 90]).toEqual([path, true]);
    }
    await context.close();
  });

test('the help center within the application is in the language of the user, and English articles are marked', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  for (const [locale, lang, words] of [
    ['de-DE', null, 'Papierkorb'],
    ['fr-FR', 'en', 'trash'],
  ] as const) {
    const { page, context } = await openSignedIn(browser, workspace, workspace.ben, consoleErrors, {
      locale,
    });
    await page.goto(`${workspace.product.url}/help-center/trash`);
    const text = page.getByRole('main').locator('p').filter({ hasText: words }).last();
    await expect(text).toBeVisible();
    const marked = await text.evaluate((one) => one.closest('[lang]')?.getAttribute('lang'));
    expect(marked).toBe(lang ?? 'de');
    await context.close();
  }
});

test('the service worker keeps the articles in English and in the language of the user', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const id = await workspace.newDocument();
  for (const [locale, kept] of [
    ['de-DE', ['articles-de', '_virtual_article-index-de', '_virtual_article-index-en']],
    ['en-GB', ['_virtual_article-index-en']],
  ] as const) {
    const device = { locale };
    const { page, context } = await openSignedIn(
      browser,
      workspace,
      workspace.ada,
      consoleErrors,
      device,
    );
    await page.goto(`${workspace.product.url}/documents/${id}`);
    const cached = (): Promise<string[]> =>
      page.evaluate(async () => {
        const found = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
        return (await Promise.all(found)).flat().map(({ url }) => new URL(url).pathname);
      });
    // The page is the last that is kept: then all of its files are.
    await expect.poll(cached).toContain('/documents');
    const names = (await cached()).flatMap(
      (path) => /^\/assets\/(articles-\w\w|_virtual_article-index-\w\w)-/.exec(path)?.[1] ?? [],
    );
    expect(names.toSorted()).toEqual(kept.toSorted());
    await context.close();
  }
});
