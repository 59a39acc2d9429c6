import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { browserOptions, type Person, type Product } from '@longhand/driver';

/** Starts a Chromium for screenshots. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

/**
 * Opens a page in a separate browser context, in desktop size unless `options` say otherwise.
 * Signed in unless `person` is null.
 */
export async function openPageAs(
  browser: Browser,
  product: Product,
  person: Person | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    ...options,
  });
  const cookies = person === null ? [] : person.cookie().split('; ');
  await context.addCookies(
    cookies.map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: product.url,
    })),
  );
  return context.newPage();
}
