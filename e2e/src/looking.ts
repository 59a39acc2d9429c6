import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { Person, Product } from '@longhand/driver';

const places = [
  process.env['BROWSER_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
];
const executablePath = places.find((path) => path !== '' && existsSync(path));

/** Starts a Chromium to take pictures with. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** A page of a browser of its own, as wide as a desk unless `options` say otherwise; signed in, unless `person` is null. */
export async function sitAt(
  browser: Browser,
  product: Product,
  person: Person | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', ...options });
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
