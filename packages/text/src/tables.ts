import { Fragment, type Node, type NodeType, type Schema } from '@tiptap/pm/model';
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

const missing: Place = { cell: null, colspan: 1, rowspan: 1 };

const widest = 100;

/**
 * Maximum number of places of a table, and of missing cells among them. Each stored cell allows
 * `perCell` more of both. Without these limits, one wide row and many short ones, or cells that
 * span much, would make a table that is too large for any memory.
 */
const mostPlaces = 20_000;
const mostMissing = 60;
const perCell = 4;

/**
 * Makes the rows of a table equally wide. Missing cells, after a row and a column were inserted
 * concurrently, are added at their column; overlapping cells are shrunk. `unstored` creates the
 * part for a cell that is not stored. A table that would become too large is returned with each
 * stored cell in a row of its own, which needs no other cells.
 */
export function squared(
  rows: readonly Part[],
  schema: Schema,
  unstored: (node: Node) => Part,
): Part[] {
  const simple = arranged(rows, new Map());
  const isFull = simple?.every((row) => row.every(({ cell }) => cell !== null)) === true;
  const places = isFull || simple === null ? simple : arranged(rows, orderOf(rows));
  return rows.flatMap((row, i) =>
    (places === null ? apart(row) : [places[i] ?? []]).map((each) =>
      rowOf(row, each, schema, unstored),
    ),
  );
}

/** Returns the places of a row whose cells are each shown in a row of their own. */
function apart({ parts: cells }: Part): Place[][] {
  return cells.length === 0 ? [[missing]] : cells.map((cell) => [{ cell, colspan: 1, rowspan: 1 }]);
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

/** Types of cells by schema. */
const cellTypes = new WeakMap<Schema, NodeType | undefined>();

function emptyCell(schema: Schema): Node {
  if (!cellTypes.has(schema))
    cellTypes.set(
      schema,
      Object.values(schema.nodes).find(({ spec }) => spec['tableRole'] === 'cell'),
    );
  const cell = cellTypes.get(schema)?.createAndFill();
  if (!cell) throw new Error('the schema has rows of a table and no cells');
  return cell;
}

/** A column, and the one after it. */
type Column = { readonly id: string | null; next: Column | null };

/**
 * Returns the order of the columns: that of the first row that has them; a new one follows the
 * preceding one of its row.
 */
function orderOf(rows: readonly Part[]): ReadonlyMap<string, number> {
  const first: Column = { id: null, next: null };
  const columns = new Map<string, Column>();
  for (const { parts: cells } of rows) {
    let before = first;
    for (const { column: id } of cells) {
      if (id === null) continue;
      const column: Column = columns.get(id) ?? { id, next: before.next };
      if (!columns.has(id)) {
        columns.set(id, column);
        before.next = column;
      }
      before = column;
    }
  }
  const order = new Map<string, number>();
  for (let at = first.next; at !== null; at = at.next)
    if (at.id !== null) order.set(at.id, order.size);
  return order;
}

/**
 * Computes the place of each cell, row by row. A place without a cell is a missing cell. Returns
 * null for a table that would become too large.
 */
function arranged(rows: readonly Part[], order: ReadonlyMap<string, number>): Place[][] | null {
  const extra = perCell * rows.reduce((sum, { parts }) => sum + parts.length, 0);
  const taken = rows.map(() => new Set<number>());
  const places: Place[][] = [];
  const ends: number[] = [];
  let [width, covered] = [0, 0];
  for (const [r, { parts: cells }] of rows.entries()) {
    const above = taken[r] as Set<number>;
    const row: Place[] = [];
    let x = 0;
    for (const cell of cells) {
      const target = (cell.column === null ? undefined : order.get(cell.column)) ?? x;
      for (; x < target || above.has(x); x += 1) if (!above.has(x)) row.push(missing);
      let colspan = 1;
      while (colspan < spanIn(cell.node, 'colspan') && !above.has(x + colspan)) colspan += 1;
      const rowspan = Math.min(spanIn(cell.node, 'rowspan'), rows.length - r);
      covered += colspan * rowspan;
      width = Math.max(width, x + colspan);
      if (Math.max(covered, rows.length * width) > mostPlaces + extra) return null;
      for (let below = 1; below < rowspan; below += 1)
        for (let across = 0; across < colspan; across += 1) taken[r + below]?.add(x + across);
      row.push({ cell, colspan, rowspan });
      x += colspan;
    }
    ends.push(x);
    places.push(row);
  }
  if (rows.length * width - covered > mostMissing + extra) return null;
  for (const [r, row] of places.entries())
    for (let x = ends[r] ?? 0; x < width; x += 1) if (!taken[r]?.has(x)) row.push(missing);
  return places;
}

/** Returns the span of a cell, between 1 and the maximum that tables are rendered with. */
function spanIn({ attrs }: Node, name: 'colspan' | 'rowspan'): number {
  const span: unknown = attrs[name];
  return Number.isInteger(span) ? Math.min(Math.max(Number(span), 1), widest) : 1;
}
