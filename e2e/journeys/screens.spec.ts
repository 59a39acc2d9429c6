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
  '/recent',
  '/archives',
  '/collaborators',
  '/activity',
  '/settings',
  '/settings?tab=security',
  '/help-center',
  '/templates',
  '/drafts',
  '/search?q=letter',
];

const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** What is wrong with the page as it stands: what axe finds, more than one `main` or `h1`, and scrolling sideways. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const faults: string[] = [];
  await expect(page.locator('h1')).toHaveCount(1);
  for (const part of ['main', 'h1']) {
    const count = await page.locator(part).count();
    if (count !== 1) faults.push(`${path}: ${count} ${part}`);
  }
  const { shown, whole } = await page.evaluate(() => ({
    shown: document.documentElement.clientWidth,
    whole: document.documentElement.scrollWidth,
  }));
  if (whole > shown) faults.push(`${path}: ${whole} px wide where ${shown} are shown`);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  faults.push(...violations.map(({ id, nodes }) => `${path}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`));
  return faults;
}

for (const { width, colorScheme } of looks) {
  test(`every screen stands, ${width} px wide and ${colorScheme}: no error, nothing that axe finds, nothing sideways`, async ({
    browser,
    office,
    quiet,
  }) => {
    test.setTimeout(180_000);
    const faults: string[] = [];
    const visitor = await sit(browser, office.ada, quiet);
    const member = await sitSignedIn(browser, office, office.ada, quiet);
    for (const [{ page }, paths] of [
      [visitor, publicPages],
      [member, [...ownPages, `/projects/${office.projectId}`]],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of paths) {
        await page.goto(`${office.product.url}${path}`);
        await page.waitForLoadState('networkidle');
        faults.push(...(await faultsOf(page, path)));
      }
    }
    expect(faults).toEqual([]);
    await visitor.context.close();
    await member.context.close();
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
