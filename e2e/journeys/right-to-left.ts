import { expect, type Page } from '@playwright/test';
import { allRules, faultsOf, settle, type Look } from './screen-faults.ts';

/** The languages whose script runs from right to left. */
export const mirroredLanguages = ['ar', 'he'] as const;

/** Both widths. The themes do not depend on the direction. */
export const looks: readonly Look[] = [
  { width: 1440, colorScheme: 'light', rules: allRules },
  { width: 390, colorScheme: 'light', rules: allRules },
];

/**
 * Returns the faults of an open page in a width, and those of its direction.
 *
 * @param what where the page is, for the reader of the faults
 * @param isNew axe is not in the page yet
 */
export async function mirroredFaults(
  page: Page,
  what: string,
  { look, language, isNew }: { look: Look; language: string; isNew: boolean },
): Promise<string[]> {
  await settle(page);
  return [
    ...(await faultsOf(page, what, look, isNew)),
    ...(await directionFaults(page, `${what}, ${look.width} px`, language)),
  ];
}

/** Returns a line if the page has another language or direction, or its sidebar at the left. */
async function directionFaults(page: Page, what: string, language: string): Promise<string[]> {
  const { lang, dir, sidebar } = await page.evaluate(() => {
    const place = document.getElementById('navigation')?.getBoundingClientRect();
    return {
      lang: document.documentElement.lang,
      dir: getComputedStyle(document.body).direction,
      sidebar: place !== undefined && place.width > 0 && place.left < innerWidth / 2,
    };
  });
  return [
    ...(lang !== language || dir !== 'rtl' ? [`${what}: is ${lang} and ${dir}`] : []),
    ...(sidebar ? [`${what}: the sidebar is at the left`] : []),
  ];
}

/**
 * Returns a line for each menu, dialog, bar or message that is partly outside of the window, for
 * each menu that does not end below the end of its button, and for horizontal scrolling.
 */
export async function misplacedParts(page: Page, what: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>(
      '[role=dialog], dialog[open], [role=menu], [role=listbox], [role=toolbar], [role=search], [role=tabpanel], [role=status], [role=alert], [popover]:popover-open',
    );
    const { clientWidth, scrollWidth } = document.documentElement;
    const lines: string[] = [];
    if (scrollWidth > clientWidth) lines.push(`${scrollWidth} px wide of ${clientWidth}`);
    for (const part of parts) {
      const { left, right, width, height } = part.getBoundingClientRect();
      // Texts for screen readers are one pixel wide.
      if (width <= 1 || height <= 1 || !part.checkVisibility()) continue;
      const name = part.getAttribute('aria-label') ?? part.textContent?.slice(0, 40) ?? '';
      if (left < -0.5 || right > innerWidth + 0.5)
        lines.push(`${part.role} ${name} is from ${left} to ${right} px`);
    }
    for (const button of document.querySelectorAll('[aria-haspopup=menu][aria-expanded=true]')) {
      const menu = document.getElementById(button.getAttribute('aria-controls') ?? '');
      if (menu === null) continue;
      const [place, wanted] = [menu.getBoundingClientRect(), button.getBoundingClientRect().left];
      const isAtEdge = place.left <= 9 || place.right >= innerWidth - 9;
      if (!isAtEdge && Math.abs(place.left - wanted) > 1)
        lines.push(`the menu begins at ${place.left} px, its button at ${wanted} px`);
    }
    return lines;
  });
  return found.map((line) => `${what}: ${line}`);
}

/** Opens the text of a document on a page in any language. */
export async function openText(page: Page, address: string): Promise<ReturnType<Page['locator']>> {
  await page.goto(address);
  const text = page.locator('.documentText [contenteditable="true"]');
  await expect(text).toBeVisible({ timeout: 90_000 });
  return text;
}
