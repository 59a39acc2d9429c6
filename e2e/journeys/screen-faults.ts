import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { adminPaths } from '../src/admin-tabs.ts';
import { expectSaved, focusText, textOf } from './fixtures.ts';

/** The public pages, which are written in English. */
const sitePages = [
  '/',
  '/home',
  '/about',
  '/blog',
  '/blog/when-longhand-shows-saved',
  '/integrations',
  '/press',
  '/faq',
  '/guides',
  '/guides/first-document',
  '/documentation',
  '/documentation/api',
  '/careers',
  '/careers/apply',
  '/careers/apply/general',
  '/help-center/public',
  '/help-center/public/saved',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
];

/** The pages of visitors that are translated. */
export const entryPages: readonly string[] = [
  '/auth',
  '/auth?tab=register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/confirm-email',
  '/invitation',
  '/guest',
  '/newsletter/confirm',
  '/newsletter/leave',
  '/notifications/leave',
];

/** All pages of visitors. */
export const publicPages: readonly string[] = [...sitePages, ...entryPages];

/** The pages of signed-in users. */
export const ownPages: readonly string[] = [
  '/dashboard',
  '/dashboard/recent',
  '/dashboard/drafts',
  ...adminPaths,
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
  '/settings?tab=notifications',
  '/settings?tab=security',
  '/help-center',
  '/help-center/saved',
  '/templates',
  '/drafts',
  '/search?q=letter',
];

/** All WCAG rules that the pages must fulfil. */
export const allRules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
} as const;

/**
 * Rules that depend on colours. A theme changes nothing else, so the other rules are only checked
 * in one theme.
 */
export const colourRules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} as const;

/** Width and theme of a page, and the rules that it is checked by. */
export type Look = {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly rules: typeof allRules | typeof colourRules;
};

/**
 * Waits until a page has applied its new look: layout and paint are done, fonts loaded, animations
 * finished.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

type NodeResult = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number];

/**
 * Formats an element that axe reports, with axe's first reason: for a contrast, both colours and
 * the ratio.
 */
const pointOut = ({ html, any }: NodeResult): string =>
  `${html.slice(0, 120)} (${any[0]?.message ?? 'no reason given'})`;

/**
 * Returns the faults of the page in its current state: violations that axe finds, and horizontal
 * scrolling. `isNew`: axe is not in the page yet.
 */
export async function faultsOf(
  page: Page,
  path: string,
  look: Look,
  isNew: boolean,
): Promise<string[]> {
  const what = `${path}, ${look.width} px, ${look.colorScheme}`;
  const { shown, whole } = await page.evaluate(() => ({
    shown: document.documentElement.clientWidth,
    whole: document.documentElement.scrollWidth,
  }));
  // Axe is injected once per page and reused, because the injection takes longer than the analysis.
  const { violations } = await new AxeBuilder({ page, ...(isNew ? {} : { axeSource: ';' }) })
    .options({
      runOnly: { type: look.rules.type, values: [...look.rules.values] },
      resultTypes: ['violations'],
    })
    .setLegacyMode()
    .analyze();
  return [
    ...(whole > shown ? [`${what}: ${whole} px wide where ${shown} are shown`] : []),
    ...violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map(pointOut).join(' ')}`),
  ];
}

/** Opens a page and waits until it has loaded. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Writes a document with something of each kind, a comment and suggestions. */
export async function writeOfEachKind(page: Page): Promise<void> {
  await focusText(page);
  for (const line of [
    '## Beginning',
    'Plain **bold** `code` and ==marked== words.',
    '> Said',
    '',
    '- one',
    '',
    '[ ] to do',
    '',
    '',
    '```js ',
  ])
    await page.keyboard.type(`${line}\n`);
  await page.keyboard.type('const one = 1; // first');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('ControlOrMeta+Alt+m');
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Of what?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Alt+s');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight');
  await page.keyboard.type('Middle');
  await expectSaved(page);
}
