import type { NodeJson } from '../schema/json.ts';

/** A cell of a table, with the numbers of columns and rows that it spans. */
export type GridCell = {
  readonly node: NodeJson;
  readonly colSpan: number;
  readonly rowSpan: number;
};

/**
 * Rows of a table: each cell at its origin, null where a cell spans several rows or columns,
 * undefined where there is none.
 */
export type TableGrid = readonly (readonly (GridCell | null | undefined)[])[];

/** Returns the rows of a table as a grid. */
export function gridOf(rows: readonly NodeJson[]): TableGrid {
  const grid: (GridCell | null | undefined)[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const node of row.content ?? []) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const colSpan = Number(node.attrs?.['colspan'] ?? 1);
      const rowSpan = Math.min(Number(node.attrs?.['rowspan'] ?? 1), rows.length - y);
      for (let below = 0; below < rowSpan; below += 1)
        for (let beside = 0; beside < colSpan; beside += 1)
          (grid[y + below] ??= [])[x + beside] = null;
      (grid[y] ??= [])[x] = { node, colSpan, rowSpan };
    }
  }
  return grid;
}

/** Returns the number of columns of a grid. */
export const columnCountOf = (grid: TableGrid): number =>
  grid.reduce((widest, row) => Math.max(widest, row.length), 0);

/** Returns the column widths of a table from its first row (px); null if any is unknown. */
export function columnWidthsOf(grid: TableGrid): number[] | null {
  const widths = (grid[0] ?? []).flatMap((cell): number[] => {
    const own = cell?.node.attrs?.['colwidth'];
    return cell && Array.isArray(own) && own.length === cell.colSpan ? own.map(Number) : [];
  });
  const isKnown = widths.length === columnCountOf(grid) && widths.every((each) => each > 0);
  return isKnown && widths.length > 0 ? widths : null;
}
