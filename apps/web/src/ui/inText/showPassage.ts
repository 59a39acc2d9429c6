import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { besideWidth } from '../useWide.ts';
import type { Stretch } from './stretch.ts';

/** Puts the caret to a passage, brings it into sight and goes to the text. */
export function showPassage(editor: Editor, { from }: Pick<Stretch, 'from'>): void {
  const { state, view } = editor;
  const at = Math.min(from, state.doc.content.size);
  const node = state.doc.nodeAt(at);
  const selection =
    node?.isLeaf && node.isBlock ? NodeSelection.create(state.doc, at) : TextSelection.near(state.doc.resolve(at), 1);
  goToText(editor);
  view.dispatch(state.tr.setSelection(selection));
  bringIntoSight(elementAt(editor, at));
}

/** Brings a passage into sight; the focus stays where it is. */
export function scrollToPassage(editor: Editor, { from }: Pick<Stretch, 'from'>): void {
  bringIntoSight(elementAt(editor, Math.min(from, editor.state.doc.content.size)));
}

/** Gives the text the focus. The editor's own way leaves it where it is while nothing can be written. */
export function goToText({ view }: Editor): void {
  view.dom.focus({ preventScroll: true });
}

function elementAt({ view }: Editor, pos: number): Element {
  const drawn = view.nodeDOM(pos);
  if (drawn instanceof Element) return drawn;
  const { node } = view.domAtPos(pos, 1);
  return node instanceof Element ? node : (node.parentElement ?? view.dom);
}

/** What lies over the text above, and is not the bar of the document, says so by this attribute. */
export const overText = { 'data-over-text': '' };

/** On a narrow screen the panel covers the lower half: only what is above it is in sight. */
function bringIntoSight(element: Element): void {
  const isNarrow = !window.matchMedia(besideWidth).matches;
  const { top, bottom } = element.getBoundingClientRect();
  const covered = document.querySelector('[data-over-text]')?.getBoundingClientRect().bottom ?? 0;
  const visible = { from: Math.max(130, covered + 8), to: window.innerHeight * (isNarrow ? 0.42 : 0.92) };
  if (top >= visible.from && bottom <= visible.to) return;
  if (isNarrow) window.scrollBy({ top: top - visible.from });
  else element.scrollIntoView({ block: 'center' });
}
