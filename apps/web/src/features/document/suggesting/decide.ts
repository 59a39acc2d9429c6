import type { Verdict } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { bindingOf } from '../../../ui/inText/boundText.ts';
import type { Stretch } from '../../../ui/inText/stretch.ts';
import { unitsIn } from '../../../ui/inText/units.ts';

export type { Verdict };

/** The meta of a transaction that shows what was decided: those who hear the page are told. */
export const verdictOf = 'verdict';

/** Decides about suggestions, within a stretch where one is given. One step for undo. */
export function decide(editor: Editor, verdict: Verdict, ids: readonly string[], within?: Stretch): void {
  const binding = bindingOf(editor);
  if (binding === null || ids.length === 0) return;
  const units = within && unitsIn(binding.replica.rendering, within);
  binding.decide({ verdict, ids, ...(units && { units }) }, (tr) => tr.setMeta(verdictOf, verdict));
}

/** Answers the document as it would be after a decision about all suggestions. */
export function previewOf(editor: Editor, verdict: Verdict): Node {
  return bindingOf(editor)?.replica.view(verdict === 'accept' ? 'accepted' : 'original') ?? editor.state.doc;
}
