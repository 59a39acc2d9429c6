import type { Editor } from '@tiptap/core';
import { endUndoStep } from '../../ui/inText/boundText.ts';
import { replacementFor, type Match } from './matches.ts';

/** Puts `by` in the place of the matches, in one step of undo, in the marks that they stand in. `matches` in order, of the text as it is now. */
export function replace(editor: Editor, matches: readonly Match[], by: string, isPattern: boolean): void {
  const { tr } = editor.state;
  for (const match of matches.toReversed()) {
    const words = replacementFor(match, by, isPattern);
    if (words === '') tr.delete(match.from, match.to);
    else tr.insertText(words, match.from, match.to);
  }
  // Whoever replaces right after typing takes back what was replaced, and not what was typed.
  endUndoStep(editor);
  editor.view.dispatch(tr);
  endUndoStep(editor);
}
