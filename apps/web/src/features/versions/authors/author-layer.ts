import type { Node } from '@tiptap/pm/model';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { createDecorationLayer } from '../../../editor/text/decoration-layer.ts';
import { toldOf, type AuthoredRange } from './writers.ts';
import './authored.css';

/** Colours of the passages by author. */
export const authorLayer = createDecorationLayer<{ readonly passages: readonly AuthoredRange[] }>(
  'authors',
  { initial: { passages: [] }, render: (doc, { passages }) => render(doc, passages) },
);

function render(doc: Node, passages: readonly AuthoredRange[]): DecorationSet {
  const decorations = passages.flatMap(({ from, to, by }) => {
    if (to > doc.content.size) return [];
    const look = {
      class: 'authored',
      'data-writer': by?.person.id ?? 'unknown',
      'data-how': by?.how ?? 'unknown',
      title: toldOf(by),
    };
    const node = doc.nodeAt(from);
    return [
      node && !node.isInline ? Decoration.node(from, to, look) : Decoration.inline(from, to, look),
    ];
  });
  return DecorationSet.create(doc, decorations);
}
