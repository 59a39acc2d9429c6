import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';

/** Where a Chromium may be, in the order in which they are tried; none of them: Playwright's own. */
const places = [process.env['BROWSER_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a real Chromium. */
export function openBrowser(): Promise<Browser> {
  const executablePath = places.find((path) => path !== '' && existsSync(path));
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** Lets a browser be somebody's, by the cookies of their session. */
export async function signInAs(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => pair.split('=') as [string, ...string[]]);
  await context.addCookies(cookies.map(([name, ...value]) => ({ name, value: value.join('='), url })));
}
