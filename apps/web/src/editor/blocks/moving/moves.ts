import { suggestionMarks } from '@longhand/document';
import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model';
import type { Carry } from '../../suggestions/carrying.ts';
import { NodeSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

/**
 * A block that can be moved as a whole: `from` its start position to `to`, the position after it.
 */
export type Block = { readonly from: number; readonly to: number; readonly node: Node };

const items: ReadonlySet<string> = new Set(['listItem', 'taskItem']);

/**
 * Returns the block at the caret, or the selected block. This is a paragraph, the list item that
 * begins with it, or a selected block node.
 */
export function blockAtCaret({ selection, doc }: EditorState): Block | null {
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return { from: selection.from, to: selection.to, node: selection.node };
  return selection.$from.depth === 0 ? null : around(selection.$from, selection.$from.depth, doc);
}

/**
 * Returns the block at `pos` for the pointer: the item of a top-level list, otherwise the whole
 * top-level block.
 */
export function blockPointedAt(doc: Node, pos: number): Block | null {
  const $pos = doc.resolve(pos);
  if ($pos.depth === 0) {
    const node = $pos.nodeAfter;
    return node?.isBlock ? { from: pos, to: pos + node.nodeSize, node } : null;
  }
  const isInList = $pos.depth >= 2 && items.has($pos.node(2).type.name);
  return around($pos, isInList ? 2 : 1, doc);
}

function around($pos: ResolvedPos, depth: number, doc: Node): Block | null {
  const isFirstOfItem =
    depth >= 2 && items.has($pos.node(depth - 1).type.name) && $pos.index(depth - 1) === 0;
  const from = $pos.before(isFirstOfItem ? depth - 1 : depth);
  const node = doc.nodeAt(from);
  return node === null ? null : { from, to: from + node.nodeSize, node };
}

/**
 * Moves a block past its sibling; returns null if there is none. The sibling is deleted and
 * inserted on the other side. Carets and comments in the block therefore keep their positions.
 */
export function moved(
  { doc, tr }: EditorState,
  { from, to }: Block,
  way: 'up' | 'down',
  carry: Carry = (content) => content,
): Transaction | null {
  const $from = doc.resolve(from);
  const index = $from.index() + (way === 'up' ? -1 : 1);
  if (index < 0 || index >= $from.parent.childCount) return null;
  const neighbour = $from.parent.child(index);
  const carried = carry(Fragment.from(neighbour));
  if (way === 'up') return tr.insert(to, carried).delete(from - neighbour.nodeSize, from);
  return tr.delete(to, to + neighbour.nodeSize).insert(from, carried);
}

/**
 * Inserts a copy of a block after it, without the suggestions on the block as a whole.
 * @param carry Prepares suggestions inside of the block for the copy.
 */
export function doubled(
  { tr }: EditorState,
  { to, node }: Block,
  carry: Carry = (content) => content,
): Transaction {
  const plain = Object.fromEntries(
    suggestionMarks.filter((name) => name in node.attrs).map((name) => [name, null]),
  );
  return tr.insert(to, node.type.create({ ...node.attrs, ...plain }, carry(node.content)));
}

/** Removes a block. A parent that requires content receives an empty paragraph. */
export function removed({ tr }: EditorState, { from, to }: Block): Transaction {
  return tr.deleteRange(from, to);
}
