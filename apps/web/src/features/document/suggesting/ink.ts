import { stampOf, stampsOf } from '@longhand/document';
import type { Ink } from '@longhand/text';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { Mapping } from '@tiptap/pm/transform';
import { newId } from './newId.ts';

/**
 * Answers how a change of an author is written as a suggestion. A change that touches a suggestion of the same author goes on with it, so that words
 * are one suggestion and not one for each letter.
 */
export function suggestingInk(author: string, { doc }: EditorState, tr: Transaction | null): Ink {
  const range = tr === null ? null : touched(tr.mapping);
  const id = range === null ? null : ownAround(doc, range, author);
  return { kind: 'suggestion', id: id ?? newId(), by: author, at: Date.now() };
}

/** The stretch of the document before a change that the change touched. */
function touched(mapping: Mapping): { from: number; to: number } | null {
  let [from, to] = [Infinity, -Infinity];
  const inverted = mapping.maps.map((map) => map.invert());
  mapping.maps.forEach((map, i) => {
    const back = new Mapping(inverted.slice(0, i).toReversed());
    map.forEach((start, end) => {
      [from, to] = [Math.min(from, back.map(start, -1)), Math.max(to, back.map(end, 1))];
    });
  });
  return from <= to ? { from, to } : null;
}

/** The id of a suggestion of an author that ends or begins where a stretch does; null where there is none. */
function ownAround(doc: Node, { from, to }: { from: number; to: number }, author: string): string | null {
  const [$from, $to] = [doc.resolve(from), doc.resolve(Math.min(to, doc.content.size))];
  const nodes = [...before($from), ...after($to), $from.nodeAfter, $to.nodeBefore];
  for (const node of nodes) {
    const id = node && ownOn(node, author);
    if (id) return id;
  }
  return null;
}

/** What stands in front of a position: a letter or a leaf, or the beginning of the block. */
function before({ nodeBefore, parent, parentOffset }: ResolvedPos): (Node | null)[] {
  return parent.isTextblock && parentOffset === 0 ? [parent] : [nodeBefore];
}

/** What stands behind a position: a letter or a leaf, or the beginning of the next block. */
function after($pos: ResolvedPos): (Node | null)[] {
  const { nodeAfter, parent, parentOffset, depth, doc } = $pos;
  if (!parent.isTextblock || parentOffset < parent.content.size) return [nodeAfter];
  return depth === 0 ? [] : [doc.resolve($pos.after()).nodeAfter];
}

function ownOn({ isInline, marks, attrs }: Node, author: string): string | null {
  const stamps = isInline
    ? marks.flatMap(({ type, attrs: given }) => (type.name === 'modification' ? [] : [stampOf(given)]))
    : [...stampsOf(attrs['insertion']), ...stampsOf(attrs['deletion'])];
  return stamps.find((stamp) => stamp?.author === author)?.id ?? null;
}
