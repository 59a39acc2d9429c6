import { Fragment, type Node, type Schema } from '@tiptap/pm/model';
import type { Block } from './blocks.ts';

/**
 * A part of a rendering: a node with its child parts. `id`: id of its container; `column`: column
 * of a cell; `block`: its block if it is one.
 */
export type Part = {
  readonly node: Node;
  readonly id: string | null;
  readonly column: string | null;
  readonly block: Block | null;
  readonly parts: readonly Part[];
};

type Place = { readonly cell: Part | null; readonly colspan: number; readonly rowspan: number };

const widest = 100;

/**
 * Makes the rows of a table equally wide. Missing cells, after a row and a column were inserted
 * concurrently, are added at their column; overlapping cells are shrunk. `unstored` creates the
 * part for a cell that is not stored.
 */
export function squared(
  rows: readonly Part[],
  schema: Schema,
  unstored: (node: Node) => Part,
): Part[] {
  const simple = arranged(rows, new Map());
  const places = simple.every((row) => row.every(({ cell }) => cell !== null))
    ? simple
    : arranged(rows, orderOf(rows));
  return rows.map((row, i) => rowOf(row, places[i] ?? [], schema, unstored));
}

function rowOf(
  row: Part,
  places: readonly Place[],
  schema: Schema,
  unstored: (node: Node) => Part,
): Part {
  const cells = places.map(({ cell, colspan, rowspan }): Part => {
    if (cell === null) return unstored(emptyCell(schema));
    const { node } = cell;
    if (spanIn(node, 'colspan') === colspan && spanIn(node, 'rowspan') === rowspan) return cell;
    const colwidth =
      colspan === spanIn(node, 'colspan') ? (node.attrs['colwidth'] as unknown) : null;
    return {
      ...cell,
      node: node.type.create({ ...node.attrs, colspan, rowspan, colwidth }, node.content),
    };
  });
  const isSame =
    cells.length === row.parts.length && cells.every((cell, i) => cell === row.parts[i]);
  if (isSame) return row;
  const node = row.node.type.create(row.node.attrs, Fragment.from(cells.map((cell) => cell.node)));
  return { ...row, node, parts: cells };
}

function emptyCell(schema: Schema): Node {
  const type = Object.values(schema.nodes).find(({ spec }) => spec['tableRole'] === 'cell');
  const cell = type?.createAndFill();
  if (!cell) throw new Error('the schema has rows of a table and no cells');
  return cell;
}

/**
 * Returns the order of the columns: that of the first row that has them; a new one follows the
 * preceding one of its row.
 */
function orderOf(rows: readonly Part[]): ReadonlyMap<string, number> {
  const order: string[] = [];
  for (const { parts: cells } of rows) {
    let after = -1;
    for (const { column } of cells) {
      if (column === null) continue;
      const found = order.indexOf(column);
      after = found === -1 ? after + 1 : found;
      if (found === -1) order.splice(after, 0, column);
    }
  }
  return new Map(order.map((column, i) => [column, i]));
}

/** Computes the place of each cell, row by row. A place without a cell is a missing cell. */
function arranged(rows: readonly Part[], order: ReadonlyMap<string, number>): Place[][] {
  const taken = rows.map(() => new Set<number>());
  const ends: number[] = [];
  const missing: Place = { cell: null, colspan: 1, rowspan: 1 };
  const places = rows.map(({ parts: cells }, r) => {
    const above = taken[r] as Set<number>;
    const row: Place[] = [];
    let x = 0;
    for (const cell of cells) {
      const target = (cell.column === null ? undefined : order.get(cell.column)) ?? x;
      for (; x < target || above.has(x); x += 1) if (!above.has(x)) row.push(missing);
      let colspan = 1;
      while (colspan < spanIn(cell.node, 'colspan') && !above.has(x + colspan)) colspan += 1;
      const rowspan = Math.min(spanIn(cell.node, 'rowspan'), rows.length - r);
      for (let below = 1; below < rowspan; below += 1)
        for (let across = 0; across < colspan; across += 1) taken[r + below]?.add(x + across);
      row.push({ cell, colspan, rowspan });
      x += colspan;
    }
    ends.push(x);
    return row;
  });
  const width = Math.max(
    0,
    ...ends,
    ...taken.flatMap((columns) => [...columns].map((column) => column + 1)),
  );
  for (const [r, row] of places.entries())
    for (let x = ends[r] ?? 0; x < width; x += 1) if (!taken[r]?.has(x)) row.push(missing);
  return places;
}

/** Returns the span of a cell, between 1 and the maximum that tables are rendered with. */
function spanIn({ attrs }: Node, name: 'colspan' | 'rowspan'): number {
  const span: unknown = attrs[name];
  return Number.isInteger(span) ? Math.min(Math.max(Number(span), 1), widest) : 1;
}
