import { expect, type Page } from '@playwright/test';

/** Fields in which the caret shows the focus. */
const caretPlaces = ['Title', 'Document text'];

/** Returns the name of the focused element, and true in `isMarked` if its focus is visible. */
export async function focusedElement(page: Page): Promise<{ name: string; isMarked: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element.matches('body, main'))
      return { name: '', isMarked: true };
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.labels
        : null;
    const name =
      element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isThere = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    // A password input is marked by the box around it and its button, the title of a row by the
    // whole row.
    const boxes = [style, getComputedStyle(element, '::after')];
    // The browser marks the button within a date field.
    if (element.matches('input[type="date"]:not(:focus-visible)'))
      return { name: name.trim(), isMarked: isThere };
    if (element instanceof HTMLInputElement && element.parentElement)
      boxes.push(getComputedStyle(element.parentElement));
    const hasOutline = boxes.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
    );
    // Another element may cover it: at least one of nine points must belong to the element.
    const parts = [0.1, 0.5, 0.9];
    const own = parts.some((x) =>
      parts.some((y) => {
        const on = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return on !== null && (element.contains(on) || on.contains(element));
      }),
    );
    return {
      name: name.trim(),
      isMarked: isThere && own && (hasOutline || style.boxShadow !== 'none'),
    };
  });
}

/**
 * Presses a key until the focused element is called `name`. Checks that the focus is visible at
 * each step.
 */
export async function moveFocusTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 90; steps += 1) {
    const now = await focusedElement(page);
    // A closing menu may still cover it.
    if (!caretPlaces.includes(now.name) && !now.isMarked)
      await expect
        .poll(
          async () => (await focusedElement(page)).isMarked,
          `the focus on “${now.name}” can be seen`,
        )
        .toBe(true);
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return;
    passed.push(now.name);
    await page.keyboard.press(key);
  }
  throw new Error(`no way to ${String(name)} by ${key}: ${passed.join(' · ')}`);
}

/** Moves the focus to an element with Tab, and presses Enter. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await moveFocusTo(page, name);
  await page.keyboard.press('Enter');
}

/** Moves to an entry of the open menu with the arrow keys, and presses Enter. */
export async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await expectMenuFocused(page);
  await moveFocusTo(page, name, 'ArrowDown');
  await page.keyboard.press('Enter');
}

/**
 * Waits until an opening menu has taken the focus. It does so with a delay, and would take it from
 * an entry that a key has reached.
 */
export async function expectMenuFocused(page: Page): Promise<void> {
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
}

/** Expects the focus on an element within a part of the page, not on the page itself. */
export async function expectFocusIn(page: Page, part: string): Promise<void> {
  await expect(page.getByLabel(part, { exact: true }).locator(':focus').first()).toBeAttached();
}
