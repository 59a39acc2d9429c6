import { expect, type Page } from '@playwright/test';
import { password } from '@longhand/driver';
import { expectSaved, sit, test, textOf } from './desk.ts';

/** The places of the text itself: there the caret shows where one is. */
const caretPlaces = ['Title', 'Document text'];

/** What has the focus: its name, and whether one can see that it has it. */
async function focused(page: Page): Promise<{ name: string; isMarked: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element.matches('body, main')) return { name: '', isMarked: true };
    const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isThere = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    // The input of a password is marked by the box around it and its button, the title of a line by the whole line.
    const boxes = [style, getComputedStyle(element, '::after')];
    if (element instanceof HTMLInputElement && element.parentElement) boxes.push(getComputedStyle(element.parentElement));
    const hasOutline = boxes.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0);
    return { name: name.trim(), isMarked: isThere && (hasOutline || style.boxShadow !== 'none') };
  });
}

/** Presses a key until what has the focus is called `name`. On the way, whatever has the focus can be seen to have it. */
async function goTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 90; steps += 1) {
    const now = await focused(page);
    if (!caretPlaces.includes(now.name)) expect(now.isMarked, `the focus on “${now.name}” can be seen`).toBe(true);
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return;
    passed.push(now.name);
    await page.keyboard.press(key);
  }
  throw new Error(`no way to ${String(name)} by ${key}: ${passed.join(' · ')}`);
}

/** Goes to something by Tab, and presses it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await goTo(page, name);
  await page.keyboard.press('Enter');
}

/** Goes to an entry of the open menu by the arrows, and presses it. */
async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await goTo(page, name, 'ArrowDown');
  await page.keyboard.press('Enter');
}

test('with the keyboard alone: sign up, a project, a document, words, sharing, the board, archive and back, settings, sign out', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const { url } = office.product;
  await page.goto(url);
  await goTo(page, 'Skip to content');
  await press(page, 'Sign up');
  await expect(page.getByRole('tab', { name: 'Sign up' })).toBeVisible();
  for (const [label, answer] of [
    [/^Name/, 'Mary Somerville'],
    [/^Username/, 'mary'],
    [/^Email/, 'mary@example.org'],
    [/^Password/, password],
  ] as const) {
    await goTo(page, label);
    await page.keyboard.type(answer);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\?/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mary');

  await press(page, 'Projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await press(page, 'New project');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Mechanism of the heavens');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mechanism of the heavens' })).toBeVisible();

  await goTo(page, 'New document');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Preliminary dissertation');
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.type('In the heavens there is order.');
  await expectSaved(page);

  await goTo(page, 'Share', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Username or email')).toBeFocused();
  await page.keyboard.type('ben');
  await press(page, 'Add');
  await expect(dialog.getByRole('list', { name: 'People of this document' })).toContainText('Ben Okri');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await focused(page)).name).toBe('Share');

  await goTo(page, 'Mechanism of the heavens', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mechanism of the heavens' })).toBeVisible();
  await goTo(page, 'Documents', 'Tab');
  if ((await page.locator(':focus').getAttribute('role')) !== 'tab') {
    await page.keyboard.press('Tab');
    await goTo(page, 'Documents');
  }
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Board' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, 'Move Preliminary dissertation');
  await choose(page, 'Approved');
  const approved = page.getByRole('region', { name: /^Approved/ });
  await expect(approved.getByRole('link')).toHaveText('Preliminary dissertation');

  await goTo(page, 'Board', 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await press(page, 'Actions for Preliminary dissertation');
  await choose(page, 'Archive');
  await expect(page.getByRole('link', { name: 'Preliminary dissertation' })).toBeHidden();
  expect((await focused(page)).isMarked).toBe(true);
  await goTo(page, 'Archives', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Archives' })).toBeVisible();
  await press(page, 'Actions for Preliminary dissertation');
  await choose(page, 'Restore');
  await expect(page.getByText('Nothing is put away')).toBeVisible();

  await goTo(page, 'Account of Mary Somerville', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await choose(page, 'Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await goTo(page, /^Name/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Mary Fairfax Somerville');
  await press(page, 'Save');
  await expect(page.getByRole('button', { name: 'Account of Mary Fairfax Somerville' })).toBeVisible();
  await goTo(page, /^Account of Mary/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await choose(page, 'Sign out');
  await page.waitForURL(/\/\?refresh=/);
  await context.close();
});
