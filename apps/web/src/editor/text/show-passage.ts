import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { sidePanelWidth } from '../../ui/use-wide.ts';
import { renderAround } from '../viewport/rendered-blocks.ts';
import type { TextRange } from './text-range.ts';

/** Moves the caret to a passage, scrolls it into view and focuses the text. */
export function showPassage(editor: Editor, { from }: Pick<TextRange, 'from'>): void {
  const { state, view } = editor;
  const at = Math.min(from, state.doc.content.size);
  const node = state.doc.nodeAt(at);
  const selection =
    node?.isLeaf && node.isBlock
      ? NodeSelection.create(state.doc, at)
      : TextSelection.near(state.doc.resolve(at), 1);
  goToText(editor);
  view.dispatch(state.tr.setSelection(selection));
  bringIntoSight(elementAt(editor, at));
}

/** Scrolls a passage into view; the focus does not change. */
export function scrollToPassage(editor: Editor, { from }: Pick<TextRange, 'from'>): void {
  const at = Math.min(from, editor.state.doc.content.size);
  renderAround(editor.view, at);
  bringIntoSight(elementAt(editor, at));
}

/**
 * Focuses the text at its caret. The editor's own method does not focus a read-only text; the
 * browser's method may leave the caret at the start of the document.
 */
export function goToText({ view }: Editor): void {
  view.dom.focus({ preventScroll: true });
  view.focus();
}

function elementAt({ view }: Editor, pos: number): Element {
  const drawn = view.nodeDOM(pos);
  if (drawn instanceof Element) return drawn;
  const { node } = view.domAtPos(pos, 1);
  return node instanceof Element ? node : (node.parentElement ?? view.dom);
}

/** Attribute of elements that cover the upper part of the text, other than the document bar. */
export const overText = { 'data-over-text': '' };

/** On a narrow screen the panel covers the lower half: only the part above it is visible. */
function bringIntoSight(element: Element): void {
  const isNarrow = !window.matchMedia(sidePanelWidth).matches;
  const { top, bottom } = element.getBoundingClientRect();
  const covered = document.querySelector('[data-over-text]')?.getBoundingClientRect().bottom ?? 0;
  const visible = {
    from: Math.max(130, covered + 8),
    to: window.innerHeight * (isNarrow ? 0.42 : 0.92),
  };
  if (top >= visible.from && bottom <= visible.to) return;
  if (isNarrow) window.scrollBy({ top: top - visible.from });
  else element.scrollIntoView({ block: 'center' });
}
