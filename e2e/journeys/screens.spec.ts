import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { sit, sitSignedIn, test } from './desk.ts';

/** The public pages. Source: specification, section 2, Public routes. */
const publicPages = [
  '/',
  '/home',
  '/about',
  '/blog',
  '/blog/saved-is-a-promise',
  '/integrations',
  '/press',
  '/faq',
  '/guides',
  '/documentation',
  '/careers',
  '/careers/apply',
  '/careers/apply/general',
  '/help-center/public',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/auth?tab=register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/invitation',
];

/** The pages of signed-in people. Source: specification, section 2, Protected routes. */
const ownPages = [
  '/dashboard',
  '/dashboard/recent',
  '/dashboard/drafts',
  '/dashboard/admin',
  '/dashboard/admin?tab=people',
  '/dashboard/admin?tab=messages',
  '/dashboard/admin?tab=audit',
  '/dashboard/help-center',
  '/dashboard/metrics',
  '/dashboard/test',
  '/projects',
  '/documents',
  '/recent',
  '/archives',
  '/collaborators',
  '/activity',
  '/notifications',
  '/settings',
  '/settings?tab=appearance',
  '/settings?tab=security',
  '/help-center',
  '/templates',
  '/drafts',
  '/search?q=letter',
];

/** Addresses of a screen that has another one above: opened as well, and not looked through a second time. */
const seconds = new Set([
  '/home',
  '/careers/apply',
  '/careers/apply/general',
  '/dashboard/recent',
  '/dashboard/drafts',
  '/dashboard/help-center',
]);

/** How each screen is looked at once it is there: wide and light, then narrow and dark. */
const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** Waits until a page has taken its new look: laid out, painted, its type loaded, nothing moving any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

/** What is wrong with the page as it stands: what axe finds, and scrolling sideways. */
async function faultsOf(page: Page, what: string): Promise<string[]> {
  const { shown, whole } = await page.evaluate(() => ({
    shown: document.documentElement.clientWidth,
    whole: document.documentElement.scrollWidth,
  }));
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return [
    ...(whole > shown ? [`${what}: ${whole} px wide where ${shown} are shown`] : []),
    ...violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`),
  ];
}

/** Opens a page and waits until nothing on it is on its way any more. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

for (const [whose, paths] of [
  ['everybody', publicPages],
  ['signed-in people', ownPages],
] as const) {
  test(`every screen of ${whose} stands, wide and light, narrow and dark: no error, nothing that axe finds, nothing sideways`, async ({
    browser,
    office,
    quiet,
  }) => {
    test.setTimeout(600_000);
    const faults: string[] = [];
    const { page, context } =
      whose === 'everybody' ? await sit(browser, office.ada, quiet) : await sitSignedIn(browser, office, office.ada, quiet);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of paths) {
      await open(page, `${office.product.url}${path}`);
      if (seconds.has(path)) continue;
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await settle(page);
        faults.push(...(await faultsOf(page, `${path}, ${width} px, ${colorScheme}`)));
      }
    }
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('no link of the public pages is dead, and the header and footer lead where the specification says', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const seen = new Set<string>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await page.request.get(`${office.product.url}${path}`);
    expect([path, answer.status()]).toEqual([path, 200]);
    const type = answer.headers()['content-type'] ?? '';
    if (!type.includes('text/html') || path.startsWith('/api/')) continue;
    const html = await answer.text();
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)) waiting.push(href);
  }
  for (const path of ['/about', '/blog', '/integrations', '/press', '/help-center/public', '/faq', '/careers', '/cookie-policy'])
    expect([...seen]).toContain(path);
  expect([...seen].filter((path) => path.startsWith('/blog/')).length).toBeGreaterThanOrEqual(5);
  await context.close();
});
