import { expect, type Page } from '@playwright/test';

/** The places of the text itself: there the caret shows where one is. */
const caretPlaces = ['Title', 'Document text'];

/** What has the focus: its name, and whether one can see that it has it. */
export async function focused(page: Page): Promise<{ name: string; isMarked: boolean }> {
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
    // The button within the field of a day is marked by the browser.
    if (element.matches('input[type="date"]:not(:focus-visible)')) return { name: name.trim(), isMarked: isThere };
    if (element instanceof HTMLInputElement && element.parentElement) boxes.push(getComputedStyle(element.parentElement));
    const hasOutline = boxes.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0);
    // Something else may lie over it: of nine points at least one has to be its own.
    const parts = [0.1, 0.5, 0.9];
    const own = parts.some((x) =>
      parts.some((y) => {
        const on = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return on !== null && (element.contains(on) || on.contains(element));
      }),
    );
    return { name: name.trim(), isMarked: isThere && own && (hasOutline || style.boxShadow !== 'none') };
  });
}

/** Presses a key until what has the focus is called `name`. On the way, whatever has the focus can be seen to have it. */
export async function goTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 90; steps += 1) {
    const now = await focused(page);
    // A menu that is closing may still lie over it.
    if (!caretPlaces.includes(now.name) && !now.isMarked)
      await expect.poll(async () => (await focused(page)).isMarked, `the focus on “${now.name}” can be seen`).toBe(true);
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return;
    passed.push(now.name);
    await page.keyboard.press(key);
  }
  throw new Error(`no way to ${String(name)} by ${key}: ${passed.join(' · ')}`);
}

/** Goes to something by Tab, and presses it. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await goTo(page, name);
  await page.keyboard.press('Enter');
}

/** Goes to an entry of the open menu by the arrows, and presses it. */
export async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await expectMenuFocused(page);
  await goTo(page, name, 'ArrowDown');
  await page.keyboard.press('Enter');
}

/** Waits until a menu that opens has taken the focus: it does so a moment later, and would take it from the entry that a key went to. */
export async function expectMenuFocused(page: Page): Promise<void> {
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
}

/** That something within a part of the page has the focus, and not the page itself. */
export async function expectFocusIn(page: Page, part: string): Promise<void> {
  await expect(page.getByLabel(part, { exact: true }).locator(':focus').first()).toBeAttached();
}
