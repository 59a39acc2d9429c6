import { expect, type Page } from '@playwright/test';
import { startDeploymentProxy } from '../src/deployment-proxy.ts';
import { expectOutage, openSignedOut, openSignedIn, test } from './fixtures.ts';

/** Waits until the service worker is ready. It is registered when the browser is idle. */
async function untilWorkerReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Waits until the page has this heading and is complete. */
async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await page.waitForLoadState('networkidle');
}

/** Returns the names of the caches, and the paths that are in them. */
function cachedPaths(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return found;
  });
}

test('the manifest and all files that it names exist, in the sizes that it states', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const { url } = workspace.product;
  await page.goto(url);
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(url + address);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const {
    icons,
    screenshots,
    start_url: start,
  } = (await answer.json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
    screenshots: { src: string; sizes: string }[];
    start_url: string;
  };
  expect([start, icons.some(({ purpose }) => purpose === 'maskable')]).toEqual([
    '/dashboard',
    true,
  ]);
  const social = { src: '/social.png', sizes: '1200x630' };
  for (const { src, sizes } of [
    ...icons,
    ...screenshots,
    social,
    { src: '/apple-touch-icon.png', sizes: '180x180' },
  ]) {
    const size = await page.evaluate(async (path) => {
      const image = new Image();
      // Unlike `decode`, the event does not depend on the load of the machine.
      await new Promise((resolve, reject) => {
        image.onload = resolve;
        image.onerror = () => reject(new Error(`${path} is not an image`));
        image.src = path;
      });
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect([src, size]).toEqual([src, sizes]);
  }
  await context.close();
});

test('a new build is used from the next page load, and the files of the old build are deleted', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const proxy = await startDeploymentProxy(workspace.product.url);
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  await page.goto(`${proxy.url}/auth`);
  await untilWorkerReady(page);
  // The second visit goes through the worker, which only caches files with a content hash in their
  // name.
  await page.reload();
  await expectPage(page, 'Welcome back');
  await expect
    .poll(async () => Object.values(await cachedPaths(page)).flat())
    .toContainEqual(expect.stringMatching(/\/auth-/));
  const [before] = Object.entries(await cachedPaths(page));
  const others = before?.[1].filter((path) => !path.startsWith('/assets/'));
  // It has the name of the server.
  expect(others).toEqual(['/manifest.webmanifest']);
  proxy.takeRequestedPaths();
  await page.reload();
  await expectPage(page, 'Welcome back');
  // Pages are requested each time; files are not.
  const again = proxy.takeRequestedPaths();
  expect(again).toContain('/auth');
  expect(again.filter((path) => path.startsWith('/assets/'))).toEqual([]);

  proxy.deployNextBuild();
  proxy.takeRequestedPaths();
  await page.reload();
  await expectPage(page, 'Welcome back, once more');
  await expect
    .poll(() =>
      page.evaluate(
        async () => ((await navigator.serviceWorker.getRegistration())?.waiting ?? null) !== null,
      ),
    )
    .toBe(true);
  const requested = proxy.takeRequestedPaths();
  expect(requested).toContainEqual(expect.stringMatching(/\/assets\/auth-.*-next\.js/));
  expect(
    requested.filter((path) => /\/assets\/(auth|manifest)-/.test(path) && !path.includes('-next.')),
  ).toEqual([]);
  // An open page of the old version keeps its files; they are deleted with the last such page. The
  // old worker stays active until the browser has noticed that no page is open.
  await page.close();
  await expect(async () => {
    const next = await context.newPage();
    try {
      await next.goto(`${proxy.url}/auth`, { timeout: 30_000 });
      const heading = next.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('Welcome back, once more');
      expect(await next.evaluate(() => caches.keys())).not.toContain(before?.[0]);
    } finally {
      await next.close();
    }
  }).toPass({ timeout: 180_000, intervals: [1_000, 3_000, 6_000] });
  await context.close();
  await proxy.close();
});

test('without a connection, a page that is not cached says that changes are stored on this device', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await page.goto(`${workspace.product.url}/dashboard`);
  await untilWorkerReady(page);
  expectOutage(consoleErrors);
  await context.setOffline(true);
  await page.goto(`${workspace.product.url}/projects`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longhand cannot be reached');
  await expect(page.getByText('are stored on this device')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  await context.close();
});

test('signing in clears the caches, and the service worker continues to cache files, but no API calls', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const { url } = workspace.product;
  await page.goto(`${url}/auth`);
  await untilWorkerReady(page);
  await page.reload();
  await expect
    .poll(async () => Object.values(await cachedPaths(page)).flat().length)
    .toBeGreaterThan(0);
  await page.evaluate(() => caches.open('left-by-somebody'));
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await page.waitForURL(/\/dashboard\?/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada');
  await page.waitForLoadState('load');
  expect(Object.keys(await cachedPaths(page))).not.toContain('left-by-somebody');
  await page.reload();
  await expect
    .poll(async () => Object.values(await cachedPaths(page)).flat().length)
    .toBeGreaterThan(0);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(
    Object.values(await cachedPaths(page))
      .flat()
      .filter((path) => /^\/(api|collab)/.test(path)),
  ).toEqual([]);
  await context.close();
});
