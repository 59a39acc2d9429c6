import { expect, type Page } from '@playwright/test';
import { adminDialogs, announce, fillAdministration } from '../src/admin-data.ts';
import { adminTabs } from '../src/admin-tabs.ts';
import { namesIn } from '../src/names.ts';
import { nameBy } from '../src/screens.acts.ts';
import {
  expectRefusals,
  openSignedIn,
  test,
  type BrowserUser,
  type Workspace,
} from './fixtures.ts';
import { focusedElement, moveFocusTo, press } from './keys.ts';

/** Maximum number of controls of a tab. */
const stopsMax = 90;

const panelOf = (page: Page) => page.getByRole('tabpanel');

/** Moves to a tab with the arrow keys. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tablist').getByRole('tab', { selected: true }).focus();
  for (let steps = 0; steps < adminTabs.length; steps += 1) {
    if ((await focusedElement(page)).name === name) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** A stop of the Tab key. */
type Stop = { readonly name: string; readonly isMarked: boolean };

/** Returns where the focus is, within `area`; null outside of it. */
async function stopIn(page: Page, area: string): Promise<Stop | null> {
  const name = await page.evaluate((selector) => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element.closest(selector) === null) return null;
    const byIds = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    const isField = element.matches('input, textarea, select');
    const label = isField ? (element as HTMLInputElement).labels?.[0]?.textContent : null;
    const own = isField ? '' : (element.textContent ?? '');
    return (byIds.trim() || (element.getAttribute('aria-label') ?? label ?? own)).trim();
  }, area);
  return name === null ? null : { ...(await focusedElement(page)), name };
}

/** Walks with Tab through an area in which the focus is, and returns the stops until it is left. */
async function walk(page: Page, area: string): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let stop = await stopIn(page, area); stop !== null; stop = await stopIn(page, area)) {
    stops.push(stop);
    expect(stops.length).toBeLessThan(stopsMax);
    await page.keyboard.press('Tab');
  }
  return stops;
}

/** Returns the number of controls of an area: a date field has several stops. */
const countControls = (page: Page, area: string): Promise<number> =>
  page.evaluate(
    (selector) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          `${selector} :is(a[href], button, input, select, textarea)`,
        ),
      ].filter(
        (element) =>
          element.getClientRects().length > 0 && !(element as HTMLButtonElement).disabled,
      ).length,
    area,
  );

const bodyHasFocus = (page: Page) => page.evaluate(() => document.activeElement === document.body);

/**
 * Opens a dialog with the focused button, checks that the focus is in it and stays in it, and
 * closes it with Escape.
 */
async function tryDialog(page: Page, key: 'Enter' | 'Space'): Promise<void> {
  const { name } = await focusedElement(page);
  await page.keyboard.press(key);
  const dialog = page.getByRole('dialog');
  await expect(dialog, `the dialog of “${name}”`).toBeVisible();
  await expect(dialog).toHaveAccessibleName(/\S/);
  await expect.poll(() => stopIn(page, '[role="dialog"]')).not.toBeNull();
  await expect(page.locator('[role="dialog"] [data-spinning]')).toHaveCount(0);
  const names = new Set<string>();
  for (let steps = 0; steps < stopsMax; steps += 1) {
    const stop = await stopIn(page, '[role="dialog"]');
    expect(stop, `the focus is in the dialog of “${name}”`).not.toBeNull();
    expect(stop, name).toMatchObject({ isMarked: true, name: expect.stringMatching(/\S/) });
    if (stop !== null && steps > 1 && names.has(stop.name) && stop.name === 'Close') break;
    names.add(stop?.name ?? '');
    await page.keyboard.press('Tab');
  }
  expect(names).toContain('Close');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await focusedElement(page)).name).toBe(name);
}

/** Asks with the focused button, and takes the question back. */
async function tryQuestion(page: Page): Promise<void> {
  const { name } = await focusedElement(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await focusedElement(page)).name).toBe(name);
}

/** Confirms the action of a button by keyboard. */
async function confirm(page: Page, name: string | RegExp, verb: string): Promise<void> {
  await moveFocusTo(page, name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  expect((await focusedElement(page)).name).toBe(verb);
  await page.keyboard.press('Enter');
}

const announced = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}`) });

async function openAdministration(
  browser: Parameters<typeof openSignedIn>[0],
  workspace: Workspace,
  consoleErrors: string[],
): Promise<BrowserUser> {
  const { ada, product } = workspace;
  const documentId = await workspace.newDocument('Open to the street');
  if (await fillAdministration({ ada, url: product.url, documentId })) await announce(ada);
  const user = await openSignedIn(browser, workspace, workspace.ada, consoleErrors);
  await user.page.goto(`${workspace.product.url}/dashboard/admin`);
  await expect(panelOf(user.page)).toContainText('Failed jobs');
  return user;
}

test.beforeAll(() => test.setTimeout(600_000));

test('by keyboard: each control of each tab is reached in order, has a name, and shows the focus', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openAdministration(browser, workspace, consoleErrors);
  await expect(page.getByRole('tab')).toHaveText(adminTabs.map(([, name]) => name));
  for (const [, name] of adminTabs) {
    await openTab(page, name);
    await page.keyboard.press('Tab');
    const stops = await walk(page, '[role="tabpanel"]');
    const controls = await countControls(page, '[role="tabpanel"]');
    expect(stops.length, `stops of ${name}`).toBeGreaterThanOrEqual(controls);
    expect(
      stops.filter((stop) => !stop.isMarked || stop.name === ''),
      `stops of ${name} without a name or a mark`,
    ).toEqual([]);
    // No two controls of a tab have the same name, apart from the parts of a date field and links
    // to the same document.
    const names = stops
      .map((stop) => stop.name)
      .filter((each) => !/^(?:From|To|Open to the street)$/.test(each));
    expect(
      names.filter((each, at) => names.indexOf(each) !== at),
      `equal names in ${name}`,
    ).toEqual([]);
  }
  await context.close();
});

test('by keyboard: each dialog keeps the focus and returns it, and each question can be taken back', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openAdministration(browser, workspace, consoleErrors);
  const nameOf = new Map<string, string>(adminTabs);
  const english = namesIn('en');
  for (const [at, [, tab, button]] of adminDialogs.entries()) {
    await openTab(page, nameOf.get(tab) ?? '');
    await page.getByRole('tablist').getByRole('tab', { selected: true }).focus();
    await moveFocusTo(page, nameBy(english, button));
    await tryDialog(page, at % 2 === 0 ? 'Enter' : 'Space');
  }
  for (const [tab, name] of [
    ['Groups', 'Delete Engineers'],
    ['Guest links', /^Revoke the link/],
    ['Branding', 'Reset the branding'],
    ['Sign-in', 'Delete Entra'],
    ['Directories', 'Disconnect Works'],
    ['Legal holds', 'End hold: Fay Weldon'],
  ] as const) {
    await openTab(page, tab);
    await moveFocusTo(page, name);
    await tryQuestion(page);
  }
  await context.close();
});

test('by keyboard: after an action the focus is on a control beside it, and the result is announced', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openAdministration(browser, workspace, consoleErrors);

  await openTab(page, 'People');
  for (const [before, after] of [
    ['Make administrator: Gil Evans', 'Remove as administrator: Gil Evans'],
    ['Disable Gil Evans', 'Enable Gil Evans'],
  ] as const) {
    await moveFocusTo(page, before);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: after })).toBeFocused();
    await expect(announced(page, 'Saved')).toContainText('Gil Evans');
  }

  await openTab(page, 'Groups');
  await confirm(page, 'Delete Engineers', 'Delete');
  await expect(page.getByText('@engineers')).toBeHidden();
  await expect(announced(page, 'Groups: 2')).toHaveCount(1);
  await expect.poll(async () => (await focusedElement(page)).name).toMatch(/^Members of/);

  await openTab(page, 'Guest links');
  for (const left of [1, 0]) {
    await confirm(page, /^Revoke the link/, 'Revoke');
    await expect(panelOf(page).getByRole('listitem')).toHaveCount(left);
    await expect(announced(page, `Guest links: ${left}`)).toHaveCount(1);
    await expect.poll(() => bodyHasFocus(page)).toBe(false);
  }

  await openTab(page, 'Announcements');
  await press(page, 'Remove the announcement: It rests on Monday too.');
  await expect(
    page.getByRole('button', { name: 'Remove the announcement: The server rests on Sunday.' }),
  ).toBeFocused();
  await expect(announced(page, 'Announcements: 1')).toHaveCount(1);

  for (const [tab, name, verb, rest] of [
    ['Sign-in', 'Delete Keycloak', 'Delete', 'Test Entra'],
    ['Directories', 'Disconnect School', 'Disconnect', 'Disconnect Works'],
    ['Legal holds', 'End hold: Gil Evans', 'End hold', 'End hold: Fay Weldon'],
  ] as const) {
    await openTab(page, tab);
    await confirm(page, name, verb);
    await expect(page.getByRole('button', { name: rest })).toBeFocused();
  }
  await context.close();
});

test('by keyboard: a saved form keeps the focus, and a refused one moves it to the field', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openAdministration(browser, workspace, consoleErrors);
  for (const tab of ['Sign-up', 'Rules', 'Branding'] as const) {
    await openTab(page, tab);
    await press(page, 'Save');
    await expect(announced(page, 'Saved')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(announced(page, 'Saved')).toHaveCount(0);
  }
  expectRefusals(consoleErrors, 422);
  for (const [tab, field, typed, button] of [
    ['Rules', 'Days in the trash', '0', 'Save'],
    ['Branding', /^Imprint/, 'nonsense', 'Save'],
    ['Legal holds', /^Username/, '', 'Create hold'],
    ['Announcements', 'New announcement', '', 'Announce'],
  ] as const) {
    await openTab(page, tab);
    await moveFocusTo(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    if (typed !== '') await page.keyboard.type(typed);
    await press(page, button);
    await expect(page.getByLabel(field)).toBeFocused();
    await expect(page.getByLabel(field)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(/\S/);
  }
  await context.close();
});
