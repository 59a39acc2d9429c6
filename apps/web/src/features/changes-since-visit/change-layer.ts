import type { Node } from '@tiptap/pm/model';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { createDecorationLayer } from '../../editor/text/decoration-layer.ts';
import type { TextRange } from '../../editor/text/text-range.ts';
import type { Change } from './changes.ts';
import './since.css';

/** Changes since the last visit; `ranges`: their current ranges. Rendered while `isOn`. */
type State = {
  readonly changes: readonly Change[];
  readonly ranges: readonly TextRange[];
  readonly current: number | null;
  readonly isOn: boolean;
};

/** Maximum length of removed text shown in the document (characters); the history has all of it. */
const removedMax = 240;

/** The changes in the text, with one of them active. */
export const changeLayer = createDecorationLayer<State>('since', {
  initial: { changes: [], ranges: [], current: null, isOn: false },
  map: (state, mapping) => ({
    ...state,
    ranges: state.ranges.map(({ from, to }) => ordered(mapping.map(from, 1), mapping.map(to, -1))),
  }),
  render,
});

const ordered = (from: number, to: number): TextRange => ({
  from: Math.min(from, to),
  to: Math.max(from, to),
});

function render(doc: Node, { changes, ranges, current, isOn }: State): DecorationSet {
  if (!isOn) return DecorationSet.empty;
  const decorations = changes.flatMap(({ removed, isBlock }, i) => {
    const { from = 0, to = 0 } = ranges[i] ?? {};
    if (to > doc.content.size) return [];
    const look = {
      class: isBlock ? 'sinceBlock' : 'sinceWords',
      ...(i === current && { 'data-current': '' }),
    };
    const own: Decoration[] = [];
    if (removed.trim() !== '')
      own.push(
        Decoration.widget(from, () => removedWords(removed, isBlock, i === current), {
          side: -1,
          key: `${i} ${i === current}`,
        }),
      );
    if (from < to && isBlock && doc.nodeAt(from)?.nodeSize === to - from)
      own.push(Decoration.node(from, to, look));
    else if (from < to) own.push(Decoration.inline(from, to, look));
    return own;
  });
  return DecorationSet.create(doc, decorations);
}

function removedWords(text: string, isBlock: boolean, isCurrent: boolean): HTMLElement {
  const element = document.createElement('del');
  element.className = 'sinceRemoved';
  element.toggleAttribute('data-block', isBlock);
  element.toggleAttribute('data-current', isCurrent);
  element.textContent =
    text.length > removedMax ? `${text.slice(0, removedMax).toWellFormed()}…` : text;
  return element;
}
