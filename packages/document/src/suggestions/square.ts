import type { Node } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import type { Transform } from '@tiptap/pm/transform';

/**
 * Keeps the tables square in which a decision (the steps of `tr` from `since` on) took cells away. A row that somebody added meanwhile has a cell in a
 * column that goes, and a cell stays into which somebody was writing: where nothing is written in what stays of a column, it goes too; else
 * the column stays, with empty cells. The editor would put cells in at the beginnings of rows, and words would stand in other columns.
 * `spots`: what was decided, as places in the document before it.
 */
export function keepSquare(tr: Transform, since: number, spots: readonly { readonly from: number }[]): void {
  const before = tr.docs[since];
  if (before === undefined) return;
  const tables = new Set<number>();
  for (const { from } of spots) {
    const $from = before.resolve(from);
    if ($from.parent.type.name === 'tableRow') tables.add($from.before($from.depth - 1));
  }
  for (const at of tables) mend(tr, since, before, at);
}

function mend(tr: Transform, since: number, before: Node, at: number): void {
  const [table, now] = [before.nodeAt(at), tr.doc.nodeAt(placeNow(tr, since, at))];
  if (table === null || now?.type !== table.type || !hasProblems(now) || hasProblems(table)) return;
  const map = TableMap.get(table);
  for (let left = 0; left < map.width; left += 1) {
    const cells = map.cellsInRect({ left, right: left + 1, top: 0, bottom: map.height });
    const column = cells.map((cell) => at + 1 + cell).filter((cell) => before.nodeAt(cell)?.attrs['colspan'] === 1);
    mendColumn(tr, since, before, column);
  }
}

const hasProblems = (table: Node): boolean => (TableMap.get(table).problems ?? []).length > 0;

const placeNow = (tr: Transform, since: number, at: number): number => tr.mapping.slice(since).map(at, 1);

/** Makes a column of which only a part is gone go, or be there, in all rows. */
function mendColumn(tr: Transform, since: number, before: Node, column: readonly number[]): void {
  const isGone = (cell: number): boolean => tr.mapping.slice(since).mapResult(cell + 1).deletedAcross;
  const isInRow = (cell: number): boolean => tr.doc.resolve(placeNow(tr, since, cell)).parent.type.name === 'tableRow';
  const gone = column.filter((cell) => isGone(cell) && isInRow(cell));
  const rest = column.filter((cell) => !isGone(cell));
  if (gone.length === 0 || rest.length === 0) return;
  if (rest.every((cell) => isEmptied(tr.doc.nodeAt(placeNow(tr, since, cell))))) {
    for (const cell of rest) {
      const place = placeNow(tr, since, cell);
      tr.delete(place, place + (tr.doc.nodeAt(place)?.nodeSize ?? 0));
    }
    return;
  }
  for (const cell of gone) {
    const empty = before.nodeAt(cell)?.type.createAndFill();
    if (empty) tr.insert(placeNow(tr, since, cell), empty);
  }
}

/** Whether nothing is left in a node that anybody wrote or set. */
export function isEmptied(node: Node | null): boolean {
  if (node === null) return false;
  if (node.isLeaf) return true;
  let isEmpty = true;
  node.descendants((child) => {
    if (child.isText || (child.isLeaf && !child.isTextblock)) isEmpty = false;
    return isEmpty;
  });
  return isEmpty;
}
