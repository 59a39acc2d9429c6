import type { Node } from '@tiptap/pm/model';
import { Mapping, Transform, type Mappable } from '@tiptap/pm/transform';
import type { Window } from './layout.ts';

/** A document without empty rows, with the mappings to it. */
type Whole = { readonly after: Node; readonly mapping: Mappable; readonly shift: Mapping };

/**
 * Removes table rows without a cell of their own from a changed document; null if there are none.
 * Merging all cells of two rows leaves such a row. A row is only stored through its cells, so the
 * cells that span into it are shortened.
 * @param window the range that differs from the document before
 */
export function withoutEmptyRows(
  after: Node,
  mapping: Mappable,
  { from, toAfter }: Window,
): Whole | null {
  const tables: { table: Node; pos: number }[] = [];
  after.nodesBetween(from, toAfter, (node, pos) => {
    const isTable = node.type.spec['tableRole'] === 'table';
    if (isTable && node.children.some(isEmptyRow) && !node.children.every(isEmptyRow))
      tables.push({ table: node, pos });
    return !node.isTextblock;
  });
  if (tables.length === 0) return null;
  const tr = new Transform(after);
  for (const { table, pos } of tables.toReversed()) takeOut(tr, table, pos);
  return { after: tr.doc, mapping: joined(mapping, tr.mapping), shift: tr.mapping };
}

const isEmptyRow = (node: Node): boolean =>
  node.type.spec['tableRole'] === 'row' && node.childCount === 0;

/**
 * Removes the empty rows of one table, from the last one on, so that earlier positions remain
 * valid.
 */
function takeOut(tr: Transform, table: Node, pos: number): void {
  const starts: number[] = [];
  table.forEach((_row, offset) => starts.push(pos + 1 + offset));
  for (let r = table.childCount - 1; r >= 0; r -= 1) {
    const [row, start] = [table.child(r), starts[r] ?? 0];
    if (isEmptyRow(row)) {
      tr.delete(start, start + row.nodeSize);
      continue;
    }
    row.forEach((cell, offset) => {
      const span = Number(cell.attrs['rowspan'] ?? 1);
      const gone = table.children.slice(r + 1, r + span).filter(isEmptyRow).length;
      if (gone > 0) tr.setNodeAttribute(start + 1 + offset, 'rowspan', span - gone);
    });
  }
}

/** Combines two mappings. */
function joined(first: Mappable, then: Mapping): Mappable {
  if (first instanceof Mapping) return new Mapping([...first.maps, ...then.maps]);
  return {
    map: (pos, assoc) => then.map(first.map(pos, assoc), assoc),
    mapResult: (pos, assoc) => {
      const result = first.mapResult(pos, assoc);
      return result.deleted ? result : then.mapResult(result.pos, assoc);
    },
  };
}
