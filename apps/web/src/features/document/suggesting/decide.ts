import type { Verdict } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { bindingOf } from '../../../ui/in-text/bound-text.ts';
import type { Stretch } from '../../../ui/in-text/stretch.ts';
import { unitsIn } from '../../../ui/in-text/units.ts';

export type { Verdict };

/** Transaction meta key with the verdict of a decision, for announcements to screen readers. */
export const verdictOf = 'verdict';

/** Accepts or rejects suggestions, optionally only within a range. One undo step. */
export function decide(
  editor: Editor,
  verdict: Verdict,
  ids: readonly string[],
  within?: Stretch,
): void {
  const binding = bindingOf(editor);
  if (binding === null || ids.length === 0) return;
  const units = within && unitsIn(binding.replica.rendering, within);
  binding.decide({ verdict, ids, ...(units && { units }) }, (tr) => tr.setMeta(verdictOf, verdict));
}

/** Returns the document after a decision about all suggestions. */
export function previewOf(editor: Editor, verdict: Verdict): Node {
  return (
    bindingOf(editor)?.replica.view(verdict === 'accept' ? 'accepted' : 'original') ??
    editor.state.doc
  );
}
