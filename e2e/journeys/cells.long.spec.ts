import { expect, type Locator, type Page } from '@playwright/test';
import { paste } from './clipboard.ts';
import { expectSaved, openDocumentForBoth, test, textOf } from './fixtures.ts';

const square = `<table>${['a', 'b', 'c'].map((row) => `<tr>${[1, 2, 3].map((n) => `<td><p>${row}${n}</p></td>`).join('')}</tr>`).join('')}</table><p>After</p>`;

/** Returns each cell of the table as its lines and its size in columns and rows, row by row. */
function cellsOf(page: Page): Promise<string[]> {
  return textOf(page).evaluate((root) => {
    const copy = root.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret, .ProseMirror-widget')) caret.remove();
    return [...copy.querySelectorAll('tr')].map((row) =>
      [...row.cells]
        .map((cell) => {
          const lines = [...cell.querySelectorAll('p')].map(({ textContent }) => textContent);
          const size = cell.colSpan + cell.rowSpan > 2 ? `(${cell.colSpan}×${cell.rowSpan})` : '';
          return lines.join('+') + size;
        })
        .join(' '),
    );
  });
}

async function middleOf(cell: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await cell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

test('selected cells are merged into a cell that keeps their text, and split again', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { ada, ben } = await openDocumentForBoth(browser, workspace, consoleErrors, 'Of cells');
  const { page } = ada;
  await textOf(page).click();
  await paste(textOf(page), { 'text/html': square });
  const whole = ['a1 a2 a3', 'b1 b2 b3', 'c1 c2 c3'];
  await expect.poll(() => cellsOf(page)).toEqual(whole);
  const cell = (words: string) => textOf(page).getByRole('cell', { name: words, exact: true });
  const button = (name: string) =>
    page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name });

  await cell('a1').click();
  await expect(button('Merge the cells')).toHaveAttribute('aria-disabled', 'true');
  await page.mouse.move(...(await middleOf(cell('a1'))));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(cell('b2'))), { steps: 8 });
  await page.mouse.up();
  await button('Merge the cells').click();
  const merged = ['a1+a2+b1+b2(2×2) a3', 'b3', 'c1 c2 c3'];
  for (const on of [page, ben.page]) await expect.poll(() => cellsOf(on)).toEqual(merged);
  await expectSaved(page);

  // The other user writes in the merged cell, and the page shows it after a reload.
  await textOf(ben.page).getByText('b1').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type('!');
  await expectSaved(ben.page);
  await page.reload();
  await expect.poll(() => cellsOf(page)).toEqual(['a1+a2+b1!+b2(2×2) a3', 'b3', 'c1 c2 c3']);

  await textOf(page).getByText('a1').click();
  await button('Split the cell').click();
  const split = ['a1+a2+b1!+b2  a3', '  b3', 'c1 c2 c3'];
  for (const on of [page, ben.page]) await expect.poll(() => cellsOf(on)).toEqual(split);
  await page.keyboard.press('ControlOrMeta+z');
  for (const on of [page, ben.page])
    await expect.poll(() => cellsOf(on)).toEqual(['a1+a2+b1!+b2(2×2) a3', 'b3', 'c1 c2 c3']);
  await ada.context.close();
  await ben.context.close();
});
