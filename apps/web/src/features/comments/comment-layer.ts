import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Mapping } from '@tiptap/pm/transform';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { createDecorationLayer } from '../../editor/text/decoration-layer.ts';
import type { TextRange } from '../../editor/text/text-range.ts';

/** Highlights of comments in a text: the range of each thread, and the active thread. */
type Highlighted = {
  readonly ranges: ReadonlyMap<string, TextRange>;
  /** Ranges without a highlight: of resolved threads, and of threads on suggestions. */
  readonly hidden: ReadonlyMap<string, TextRange>;
  readonly activeId: string | null;
};

/** Highlights of the commented passages, mapped through the changes since the last search. */
export const commentLayer = createDecorationLayer<Highlighted>('comments', {
  initial: { ranges: new Map(), hidden: new Map(), activeId: null },
  map: (state, mapping) => ({
    ...state,
    ranges: mapped(state.ranges, mapping),
    hidden: mapped(state.hidden, mapping),
  }),
  render,
});

/** Returns the current range of a thread's passage, or of the comment being written. */
export function passageOf(editor: Editor, id: string): TextRange | null {
  const { ranges, hidden } = commentLayer.stateIn(editor);
  return ranges.get(id) ?? hidden.get(id) ?? null;
}

/**
 * Returns the highlighted passages at a position, by thread. The position must be in a rendered
 * block, as the caret is.
 */
export function passagesAt(editor: Editor, pos: number): ReadonlyMap<string, TextRange> {
  return new Map(
    commentLayer.at(editor, pos).flatMap(({ from, to, spec }) => {
      const { threadId } = spec as { readonly threadId?: string };
      return threadId === undefined ? [] : [[threadId, { from, to }]];
    }),
  );
}

function mapped(
  ranges: ReadonlyMap<string, TextRange>,
  mapping: Mapping,
): ReadonlyMap<string, TextRange> {
  if (ranges.size === 0) return ranges;
  const moved = new Map<string, TextRange>();
  for (const [id, { from, to }] of ranges)
    moved.set(id, { from: mapping.map(from, 1), to: mapping.map(to, -1) });
  return moved;
}

function render(doc: Node, { ranges, activeId }: Highlighted): DecorationSet {
  const decorations: Decoration[] = [];
  for (const [id, range] of ranges) {
    const from = Math.max(0, range.from);
    const to = Math.min(range.to, doc.content.size);
    if (from >= to) continue;
    const look = { 'data-thread': id, ...(id === activeId && { 'data-active': '' }) };
    decorations.push(
      Decoration.inline(
        from,
        to,
        {
          nodeName: 'mark',
          class: 'commented',
          'aria-description': 'has a comment',
          ...look,
        },
        { threadId: id },
      ),
    );
    // A range within one line contains no block; `nodesBetween` would walk the whole document up to
    // it.
    const $from = doc.resolve(from);
    if ($from.parent.inlineContent && to <= $from.end()) continue;
    doc.nodesBetween(from, to, (node, pos) => {
      if (node.isBlock && node.isLeaf)
        decorations.push(
          Decoration.node(pos, pos + node.nodeSize, { class: 'commentedBlock', ...look }),
        );
    });
  }
  return DecorationSet.create(doc, decorations);
}
