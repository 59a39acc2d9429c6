import { expect, type Page } from '@playwright/test';
import { paste } from './clipboard.ts';
import { expectSaved, openDocumentForBoth, test, textOf } from './fixtures.ts';

/** Returns a table of two rows and three columns, which begins with a letter of the script. */
const tableOf = (word: string): string =>
  `<table>${['1', '2'].map((row) => `<tr>${[1, 2, 3].map((n) => `<td><p>${word} ${row}${n}</p></td>`).join('')}</tr>`).join('')}</table><p>${word}</p>`;

/** Returns the widths of the columns, in their order (whole pixels). */
function widthsOf(page: Page): Promise<number[]> {
  return textOf(page).evaluate((root) =>
    [...(root.querySelector('tr')?.cells ?? [])].map(({ offsetWidth }) => offsetWidth),
  );
}

/**
 * Drags the border at the end of a column.
 *
 * @param from where the mouse presses: pixels after the border, along the line
 * @param by pixels along the line
 */
async function dragEnd(
  page: Page,
  column: number,
  { from, by, along }: { from: number; by: number; along: 1 | -1 },
): Promise<void> {
  const box = await textOf(page).locator('tr').first().locator('td').nth(column).boundingBox();
  if (box === null) throw new Error(`there is no column ${column}`);
  const [edge, y] = [along === 1 ? box.x + box.width : box.x, box.y + box.height / 2];
  await page.mouse.move(edge + along * from, y);
  await expect(textOf(page).locator('.column-resize-handle')).toHaveCount(2);
  await page.mouse.down();
  await page.mouse.move(edge + along * (from + by), y, { steps: 6 });
  await page.mouse.up();
}

for (const [script, word, along] of [
  ['left to right', 'cell', 1],
  ['right to left', 'תא', -1],
] as const)
  test(`the border between two columns follows the mouse in a table from ${script}`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    const { ada, ben } = await openDocumentForBoth(browser, workspace, consoleErrors, 'Of columns');
    const { page } = ada;
    await textOf(page).click();
    await paste(textOf(page), { 'text/html': tableOf(word) });
    await expect.poll(() => widthsOf(ben.page)).toHaveLength(3);
    const [first = 0, second = 0] = await widthsOf(page);

    // Pressed beside the border, in the cell before it and in the cell after it.
    await dragEnd(page, 0, { from: -2, by: 60, along });
    // Within 1.6 pixels: widths are rounded.
    const near = (width: number) => expect.closeTo(width, -0.5);
    await expect
      .poll(() => widthsOf(page))
      .toEqual([near(first + 60), expect.any(Number), expect.any(Number)]);
    await dragEnd(page, 0, { from: 2, by: -90, along });
    await expect
      .poll(() => widthsOf(page))
      .toEqual([near(first - 30), expect.any(Number), expect.any(Number)]);
    const [, wide = 0] = await widthsOf(page);
    expect(wide).toBeGreaterThan(second);
    await dragEnd(page, 1, { from: -1, by: -40, along });
    await expect
      .poll(() => widthsOf(page))
      .toEqual([near(first - 30), near(wide - 40), expect.any(Number)]);
    await expectSaved(page);
    const shown = await widthsOf(page);
    await expect.poll(() => widthsOf(ben.page)).toEqual(shown);

    // A column keeps its minimum width, and the text is not selected meanwhile.
    await dragEnd(page, 0, { from: -1, by: -400, along });
    await expect.poll(async () => (await widthsOf(page))[0]).toBe(64);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await widthsOf(page))[0]).toBe(shown[0]);
    await page.reload();
    await expect.poll(() => widthsOf(page)).toEqual(shown);
    await ada.context.close();
    await ben.context.close();
  });
