import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import {
  cardsOf,
  expectSaved,
  openBeside,
  openDocument,
  sit,
  sitSignedIn,
  test,
  textOf,
} from '../desk.ts';

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

/** The pages of signed-in users. Source: specification, section 2, Protected routes. */
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
  '/help-center/saved',
  '/templates',
  '/drafts',
  '/search?q=letter',
];

/**
 * Further addresses of a screen that is in the lists above: opened as well, but not checked a
 * second time.
 */
const seconds = new Set([
  '/home',
  '/careers/apply',
  '/careers/apply/general',
  '/dashboard/recent',
  '/dashboard/drafts',
  '/dashboard/help-center',
]);

/** All WCAG rules that the pages must fulfil. */
const allRules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
} as const;

/**
 * Rules that depend on colours. A theme changes nothing else, so the other rules are only checked
 * in one theme.
 */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** Both widths and both themes, ordered so that one property changes from look to look. */
export const looks = [
  { width: 1440, colorScheme: 'light', rules: allRules },
  { width: 1440, colorScheme: 'dark', rules: colourRules },
  { width: 390, colorScheme: 'dark', rules: allRules },
  { width: 390, colorScheme: 'light', rules: colourRules },
] as const;

type Look =
  | (typeof looks)[number]
  | {
      readonly width: number;
      readonly colorScheme: 'light' | 'dark';
      readonly rules: typeof allRules;
    };

/** Returns the looks in which a screen is checked, by its number. */
export type LooksOf = (number: number) => readonly Look[];

/** Returns a single look, with all rules. */
export function alone(look: (typeof looks)[number] | undefined): readonly Look[] {
  return look === undefined ? [] : [{ ...look, rules: allRules }];
}

/**
 * Waits until a page has applied its new look: layout and paint are done, fonts loaded, animations
 * finished.
 */
async function settle(page: Page): Promise<void> {
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
async function faultsOf(page: Page, path: string, look: Look, isNew: boolean): Promise<string[]> {
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

/** Returns the faults of an open page, in each of the given looks. */
async function faultsIn(page: Page, path: string, looks: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await settle(page);
    if ((await faultsOf(page, path, look, look === looks[0])).length === 0) continue;
    // In rare runs Chromium kept the previous theme's colour for one element. The theme is switched
    // twice and the page checked again; a real fault is found again.
    for (const colorScheme of [
      look.colorScheme === 'dark' ? 'light' : 'dark',
      look.colorScheme,
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
    }
    faults.push(...(await faultsOf(page, path, look, false)));
  }
  return faults;
}

/** Opens a page and waits until it has loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Writes a document with something of each kind, a comment and suggestions. */
async function writeOfEachKind(page: Page): Promise<void> {
  await textOf(page).focus();
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

/**
 * Declares the journeys that open every screen.
 *
 * @param how description of the looks, for the test titles
 * @param looksOf returns the looks of a screen
 */
export function lookAtScreens(how: string, looksOf: LooksOf): void {
  lookAtPages('everybody', publicPages, how, looksOf);
  lookAtPages('signed-in people', ownPages, how, looksOf);
  lookAtWork(how, looksOf);
}

function lookAtPages(
  whose: 'everybody' | 'signed-in people',
  paths: readonly string[],
  how: string,
  looksOf: LooksOf,
): void {
  test(`every screen of ${whose} stands ${how}: no error, nothing that axe finds, nothing sideways`, async ({
    browser,
    office,
    quiet,
  }) => {
    test.setTimeout(600_000);
    const faults: string[] = [];
    const { page, context } =
      whose === 'everybody'
        ? await sit(browser, office.ada, quiet)
        : await sitSignedIn(browser, office, office.ada, quiet);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [number, path] of paths.entries()) {
      await open(page, `${office.product.url}${path}`);
      if (seconds.has(path)) continue;
      faults.push(...(await faultsIn(page, path, looksOf(number))));
    }
    expect(faults).toEqual([]);
    await context.close();
  });
}

function lookAtWork(how: string, looksOf: LooksOf): void {
  test(`a project, and a document with a comment, suggestions and something of each kind, stand ${how}`, async ({
    browser,
    office,
    quiet,
  }) => {
    const desk = await sitSignedIn(browser, office, office.ada, quiet);
    const { page } = desk;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const faults: string[] = [];
    const id = await office.newDocument('In all lights');
    await openDocument(desk, office, id);
    await writeOfEachKind(page);
    await openBeside(page, 'Comments & suggestions');
    await expect(cardsOf(page, 'comment')).toHaveCount(1);
    await expect(cardsOf(page, 'suggestion')).toHaveCount(1);
    faults.push(...(await faultsIn(page, 'a document with cards', looksOf(0))));
    await openBeside(page, 'Details');
    faults.push(...(await faultsIn(page, 'a document with its details', looksOf(1))));
    for (const [number, tab] of ['', '?tab=board', '?tab=people'].entries()) {
      await open(page, `${office.product.url}/projects/${office.projectId}${tab}`);
      faults.push(...(await faultsIn(page, `a project ${tab}`, looksOf(number + 2))));
    }
    expect(faults).toEqual([]);
    await desk.context.close();
  });
}
