import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import type { TextRange } from '../text/text-range.ts';

/** Moves the caret to a suggestion and scrolls it into view. */
export function showInText(editor: Editor, { from, to }: TextRange): void {
  const { state, view } = editor;
  const { size } = state.doc.content;
  const selection = TextSelection.between(
    state.doc.resolve(Math.min(from, size)),
    state.doc.resolve(Math.min(to, size)),
  );
  view.dispatch(
    state.tr.setSelection(TextSelection.create(state.doc, selection.$from.pos)).scrollIntoView(),
  );
  view.focus();
}
