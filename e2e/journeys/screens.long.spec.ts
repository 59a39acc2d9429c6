import { expect, type Page } from '@playwright/test';
import { adminDialogs, announce, fillAdministration } from '../src/admin-data.ts';
import { adminPaths } from '../src/admin-tabs.ts';
import { namesIn } from '../src/names.ts';
import { nameBy } from '../src/screens.acts.ts';
import {
  cardsOf,
  openSideTab,
  openDocument,
  openSignedOut,
  openSignedIn,
  test,
} from './fixtures.ts';
import {
  allRules,
  colourRules,
  faultsOf,
  open,
  ownPages,
  publicPages,
  settle,
  writeOfEachKind,
} from './screen-faults.ts';

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

/** Endings of the addresses of the tabs of the administration that have no list. */
const formTabs = ['/admin', '=branding', '=sign-up', '=rules'];

/** Both widths and both themes, ordered so that one property changes from look to look. */
const looks = [
  { width: 1440, colorScheme: 'light', rules: allRules },
  { width: 1440, colorScheme: 'dark', rules: colourRules },
  { width: 390, colorScheme: 'dark', rules: allRules },
  { width: 390, colorScheme: 'light', rules: colourRules },
] as const;

/** Returns the faults of an open page, in each look. */
async function faultsIn(page: Page, path: string): Promise<string[]> {
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

for (const [whose, paths] of [
  ['visitors', publicPages],
  ['signed-in users', ownPages],
] as const) {
  test(`the screens of ${whose} have no errors, accessibility violations or horizontal scrolling in both widths and themes`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    test.setTimeout(900_000);
    const faults: string[] = [];
    const { page, context } =
      whose === 'visitors'
        ? await openSignedOut(browser, workspace.ada, consoleErrors)
        : await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of paths) {
      await open(page, `${workspace.product.url}${path}`);
      if (seconds.has(path)) continue;
      faults.push(...(await faultsIn(page, path)));
    }
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('a project and a document with content of each kind have no violations or horizontal scrolling in both widths and themes', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  const { page } = user;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  const id = await workspace.newDocument('In all lights');
  await openDocument(user, workspace, id);
  await writeOfEachKind(page);
  await openSideTab(page, 'Comments & suggestions');
  await expect(cardsOf(page, 'comment')).toHaveCount(1);
  await expect(cardsOf(page, 'suggestion')).toHaveCount(1);
  faults.push(...(await faultsIn(page, 'a document with cards')));
  await openSideTab(page, 'Details');
  faults.push(...(await faultsIn(page, 'a document with its details')));
  for (const tab of ['', '?tab=board', '?tab=people']) {
    await open(page, `${workspace.product.url}/projects/${workspace.projectId}${tab}`);
    faults.push(...(await faultsIn(page, `a project ${tab}`)));
  }
  expect(faults).toEqual([]);
  await user.context.close();
});

test('the administration has no violations or horizontal scrolling with filled lists, and in each dialog, in both widths and themes', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  test.setTimeout(900_000);
  const { ada, product } = workspace;
  const documentId = await workspace.newDocument('Open to the street');
  await fillAdministration({ ada, url: product.url, documentId });
  const { page, context } = await openSignedIn(browser, workspace, ada, consoleErrors);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  const name = namesIn('en');
  await announce(ada);
  for (const path of adminPaths) {
    await open(page, `${product.url}${path}`);
    if (!formTabs.some((tab) => path.endsWith(tab)))
      await expect(page.getByRole('tabpanel').getByRole('listitem').nth(1)).toBeVisible();
    faults.push(...(await faultsIn(page, `${path} filled`)));
  }
  for (const [dialog, tab, button] of adminDialogs) {
    await open(page, `${product.url}/dashboard/admin?tab=${tab}`);
    await page
      .getByRole('button', { name: nameBy(name, button) })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/\S/);
    await expect(page.locator('[role="dialog"] [data-spinning]')).toHaveCount(0);
    faults.push(...(await faultsIn(page, `the dialog ${dialog}`)));
    await expect(page.getByRole('dialog')).toBeVisible();
  }
  // A question within a row, and the toast after a saved form.
  await open(page, `${product.url}/dashboard/admin?tab=groups`);
  await page.getByRole('button', { name: 'Delete Engineers' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  faults.push(...(await faultsIn(page, 'a question')));
  await open(page, `${product.url}/dashboard/admin?tab=sign-up`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The sign-up rule was changed.')).toBeVisible();
  await page.getByText('The sign-up rule was changed.').hover();
  faults.push(...(await faultsIn(page, 'a toast')));
  await expect(page.getByText('The sign-up rule was changed.')).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
});
