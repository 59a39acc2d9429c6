import type { Editor } from '@tiptap/core';
import { endUndoStep } from '../../editor/text/bound-text.ts';
import { replacementFor, type Match } from './matches.ts';

/**
 * Replaces the matches by `by` in one undo step, with their marks. `matches` must be in order, and
 * of the current document.
 */
export function replace(
  editor: Editor,
  matches: readonly Match[],
  by: string,
  isPattern: boolean,
): void {
  const { tr } = editor.state;
  for (const match of matches.toReversed()) {
    const words = replacementFor(match, by, isPattern);
    if (words === '') tr.delete(match.from, match.to);
    else tr.insertText(words, match.from, match.to);
  }
  // Undo after a replacement must not also revert text typed just before.
  endUndoStep(editor);
  editor.view.dispatch(tr);
  endUndoStep(editor);
}
