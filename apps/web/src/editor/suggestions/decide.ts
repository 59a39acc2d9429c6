import type { Verdict } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { bindingOf } from '../text/bound-text.ts';
import type { TextRange } from '../text/text-range.ts';
import { unitsIn } from '../text/units.ts';

export type { Verdict };

/** Transaction meta key with the verdict of a decision, for announcements to screen readers. */
export const verdictOf = 'verdict';

/** Accepts or rejects suggestions, optionally only within a range. One undo step. */
export function decide(
  editor: Editor,
  verdict: Verdict,
  ids: readonly string[],
  within?: TextRange,
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
