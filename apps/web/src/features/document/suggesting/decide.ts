import { foreignIn, decideSuggestions, textOfDoc, type Stamp, type Stretch } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import type * as Y from 'yjs';
import { endUndoStep } from '../../../ui/inText/endUndoStep.ts';
import { decision } from './suggesting.ts';

/** What becomes of suggestions: they become text, or they go. */
export type Verdict = 'accept' | 'reject';

/** What a transaction that decides has decided: those who hear the page are told. */
export const verdictOf = 'verdict';

/** Decides about the suggestions that `which` picks, within a stretch where one is given. One step for undo. */
export function decide(editor: Editor, doc: Y.Doc, verdict: Verdict, which: (stamp: Stamp) => boolean, within?: Stretch): void {
  const { state, view } = editor;
  const tr = state.tr.setMeta(decision, true).setMeta(verdictOf, verdict);
  decideSuggestions(tr, verdict, which, { foreign: foreignIn(textOfDoc(doc), state.doc), ...(within && { within }) });
  if (!tr.docChanged) return;
  endUndoStep(state);
  const { suggesting } = editor.storage;
  const { isOn } = suggesting;
  // Taking a decision back is no suggestion either.
  suggesting.isOn = false;
  view.dispatch(tr);
  suggesting.isOn = isOn;
  endUndoStep(state);
}

/** What the document would be after a decision about all suggestions: what a preview shows is what accepting does. */
export function previewOf(editor: Editor, doc: Y.Doc, verdict: Verdict): Node {
  const tr = new Transform(editor.state.doc);
  decideSuggestions(tr, verdict, () => true, { foreign: foreignIn(textOfDoc(doc), editor.state.doc) });
  return tr.doc;
}
