import { browserOptions } from '@longhand/driver';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';

/** Starts Chromium. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

/** Signs a browser context in with the cookies of a user's session. */
export async function signInAs(
  context: BrowserContext,
  url: string,
  cookie: string,
): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => pair.split('=') as [string, ...string[]]);
  await context.addCookies(
    cookies.map(([name, ...value]) => ({ name, value: value.join('='), url })),
  );
}
