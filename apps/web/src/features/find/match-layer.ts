import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { createDecorationLayer } from '../../editor/text/decoration-layer.ts';
import type { Match } from './matches.ts';

/** Highlighted matches, and the index of the active one. */
type Highlighted = { readonly matches: readonly Match[]; readonly active: number };

/** Highlights of the matches of a search. */
export const matchLayer = createDecorationLayer<Highlighted>('find', {
  initial: { matches: [], active: -1 },
  render: (doc, { matches, active }) =>
    DecorationSet.create(
      doc,
      matches.map(({ from, to }, i) =>
        Decoration.inline(from, to, { class: i === active ? 'found foundHere' : 'found' }),
      ),
    ),
});
