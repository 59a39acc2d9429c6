import type { NodeJson } from '../../schema/json.ts';
import type { TableGrid } from '../table-grid.ts';
import { plainTextOfJson } from '../text/plain.ts';
import { cellWidth, letter, type Band, type TablePlan } from './table.ts';

/**
 * Maximum number of header rows repeated on each page. More would leave no space for other rows.
 */
const most = 3;

/** Height of a line, and space after a block, in multiples of the font size. */
const line = 1.5;
const gap = 1;

/** Size of the largest heading, in multiples of the size of text. */
const headingScale = 2;

/**
 * Returns the number of header rows at the top of a table that are repeated on each page, and their
 * height (pt). The layout keeps them on one page and drops the rest of their content. Therefore
 * only rows of text are repeated whose height is at most `room` together, and none that spans into
 * the rows below. The height is an estimate: `room` must be far below the height of a page.
 */
export function headerRowsOf(
  grid: TableGrid,
  band: Band,
  plan: TablePlan,
  room: number,
): { rows: number; height: number } {
  let [rows, height] = [0, 0];
  for (const row of grid) {
    const total = height + heightOf(row, band, plan);
    if (rows === most || total > room) break;
    [rows, height] = [rows + 1, total];
  }
  // A table of header rows only has no rows below them.
  return rows === grid.length ? { rows: 0, height: 0 } : { rows, height };
}

/** Estimates the height of a row of header cells (pt). Infinite for a row that is not repeated. */
function heightOf(
  row: TableGrid[number],
  { from, widths }: Band,
  { size, padding }: TablePlan,
): number {
  const cells = row.filter((cell) => cell !== null && cell !== undefined);
  const isHeader =
    cells.length > 0 &&
    cells.every(
      ({ node, rowSpan }) =>
        node.type === 'tableHeader' && rowSpan === 1 && (node.content ?? []).every(isText),
    );
  if (!isHeader) return Infinity;
  return widths.reduce((tallest, _, at) => {
    const cell = row[from + at];
    if (!cell) return tallest;
    const width = cellWidth(widths, at, cell.colSpan, padding);
    return Math.max(tallest, textHeight(cell.node.content ?? [], width, size));
  }, 0);
}

const isText = ({ type }: NodeJson): boolean => type === 'paragraph' || type === 'heading';

function textHeight(blocks: readonly NodeJson[], width: number, size: number): number {
  return blocks.reduce((height, block) => {
    const shown = size * (block.type === 'heading' ? headingScale : 1);
    const lines = plainTextOfJson(block)
      .split('\n')
      .reduce(
        (sum, { length }) => sum + Math.max(1, Math.ceil((length * shown * letter) / width)),
        0,
      );
    return height + (lines * line + gap) * shown;
  }, 0);
}
