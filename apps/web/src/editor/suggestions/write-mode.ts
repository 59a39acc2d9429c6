import { parseSuggestionMeta, parseSuggestedChanges } from '@longhand/document';
import type { WriteMode } from '@longhand/text';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { Mapping } from '@tiptap/pm/transform';
import { newId } from '../new-id.ts';

/**
 * Returns the way to write a change of an author. A change adjacent to a suggestion of the
 * same author extends it. A word is therefore one suggestion, not one per character.
 */
export function suggestingWriteMode(
  author: string,
  { doc }: EditorState,
  tr: Transaction | null,
): WriteMode {
  const range = tr === null ? null : touched(tr.mapping);
  const id = range === null ? null : ownAround(doc, range, author);
  return { kind: 'suggestion', id: id ?? newId(), by: author, at: Date.now() };
}

/** Returns the range of the old document that a change touched. */
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

/**
 * Returns the id of an author's suggestion that ends or begins at a range; null if there is none.
 */
function ownAround(
  doc: Node,
  { from, to }: { from: number; to: number },
  author: string,
): string | null {
  const [$from, $to] = [doc.resolve(from), doc.resolve(Math.min(to, doc.content.size))];
  const nodes = [...before($from), ...after($to), $from.nodeAfter, $to.nodeBefore];
  for (const node of nodes) {
    const id = node && ownOn(node, author);
    if (id) return id;
  }
  return null;
}

/** Returns the node before a position: text or a leaf, or the block itself at its start. */
function before({ nodeBefore, parent, parentOffset }: ResolvedPos): (Node | null)[] {
  return parent.isTextblock && parentOffset === 0 ? [parent] : [nodeBefore];
}

/** Returns the node after a position: text or a leaf, or the next block at the end of a block. */
function after($pos: ResolvedPos): (Node | null)[] {
  const { nodeAfter, parent, parentOffset, depth, doc } = $pos;
  if (!parent.isTextblock || parentOffset < parent.content.size) return [nodeAfter];
  return depth === 0 ? [] : [doc.resolve($pos.after()).nodeAfter];
}

function ownOn({ isInline, marks, attrs }: Node, author: string): string | null {
  const metas = isInline
    ? marks.flatMap(({ type, attrs: given }) =>
        type.name === 'modification' ? [] : [parseSuggestionMeta(given)],
      )
    : [...parseSuggestedChanges(attrs['insertion']), ...parseSuggestedChanges(attrs['deletion'])];
  return metas.find((meta) => meta?.author === author)?.id ?? null;
}
