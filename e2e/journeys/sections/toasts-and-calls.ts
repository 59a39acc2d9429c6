import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { password } from '@longhand/driver';

/** Returns the toasts on a page. */
export function toastsOf(page: Page): Locator {
  return page.locator('[aria-live] > [role=status], [aria-live] > [role=alert]');
}

/**
 * Expects exactly one toast, with exactly this title and text. `kind`: the role with which it is
 * announced.
 */
export async function expectToast(
  page: Page,
  title: string,
  text: string | RegExp,
  kind: 'status' | 'alert',
): Promise<void> {
  const words = toastsOf(page).locator('p');
  await expect(words.first()).toHaveText(title);
  await expect(words).toHaveText([title, text]);
  await expect(toastsOf(page)).toHaveCount(1);
  await expect(toastsOf(page)).toHaveAttribute('role', kind);
}

/** Fills fields by their visible labels. */
export async function fillFields(
  place: Page | Locator,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, answer] of Object.entries(answers))
    await place.getByRole('textbox', { name: label, exact: true }).fill(answer);
}

/** Signs up a user through the page, and waits until the dashboard is open. */
export async function signUpOnPage(
  page: Page,
  url: string,
  username: string,
  name: string,
): Promise<void> {
  await page.goto(`${url}/auth?tab=register`);
  await fillFields(page, {
    Name: name,
    Username: username,
    Email: `${username}@example.org`,
    Password: password,
  });
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.waitForURL(/\/dashboard\?/);
}

/** Holds the calls of a page to a URL until the returned function is called. */
export async function holdCalls(page: Page, url: string): Promise<() => void> {
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await isHeld;
    await route.continue();
  });
  return goOn;
}

/** A call of the page to the server. */
export type PageCall = {
  readonly request: Request;
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
};

/** Records every call that a page makes to the API from now on. */
export function recordCalls(page: Page): PageCall[] {
  const calls: PageCall[] = [];
  page.on('request', (request) => {
    const { pathname: path, searchParams: search } = new URL(request.url());
    if (path.startsWith('/api/')) calls.push({ request, method: request.method(), path, search });
  });
  return calls;
}

/** Returns the body of a page's last call with this method and path; null if there is none. */
export function lastBodyOf(calls: readonly PageCall[], method: string, path: string): unknown {
  const call = calls.findLast((one) => one.method === method && one.path === path);
  return call === undefined ? null : (JSON.parse(call.request.postData() ?? 'null') as unknown);
}
