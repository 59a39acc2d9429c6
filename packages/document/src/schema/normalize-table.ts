import type { NodeJson } from './json.ts';

/**
 * Maximum number of cells added to make a table rectangular: a hostile table with one wide row and
 * many short ones would exhaust the memory.
 */
const mostCells = 20_000;

/**
 * Gives each row of a table the same width by adding empty cells to short rows, and cuts cells that
 * span below the last row. The editor requires rectangular tables, and would otherwise make an edit
 * of its own when they are opened.
 */
export function normalizeTable(table: NodeJson): void {
  const rows = table.content ?? [];
  const widths = widthsOf(rows);
  const width = widths.reduce((widest, each) => Math.max(widest, each), 0);
  if (rows.length * width > mostCells) return;
  for (const [index, row] of rows.entries()) {
    const cells = (row.content ??= []);
    const type =
      cells.length > 0 && cells.every((cell) => cell.type === 'tableHeader')
        ? 'tableHeader'
        : 'tableCell';
    for (let missing = width - (widths[index] ?? 0); missing > 0; missing -= 1)
      cells.push(emptyCell(type));
  }
}

function emptyCell(type: string): NodeJson {
  return { type, attrs: { colspan: 1, rowspan: 1 }, content: [{ type: 'paragraph' }] };
}

/**
 * Returns the number of columns that each row fills, including cells that span into it from above.
 * Cells that span too far down are cut.
 */
function widthsOf(rows: readonly NodeJson[]): number[] {
  let above: { columns: number; rows: number }[] = [];
  return rows.map((row, index) => {
    const carried = above;
    above = [];
    let width = 0;
    for (const cell of carried) {
      width += cell.columns;
      if (cell.rows > 1) above.push({ columns: cell.columns, rows: cell.rows - 1 });
    }
    for (const cell of row.content ?? []) {
      const columns = Number(cell.attrs?.['colspan'] ?? 1);
      const reach = Math.min(Number(cell.attrs?.['rowspan'] ?? 1), rows.length - index);
      if (cell.attrs) cell.attrs['rowspan'] = reach;
      width += columns;
      if (reach > 1) above.push({ columns, rows: reach - 1 });
    }
    return width;
  });
}
