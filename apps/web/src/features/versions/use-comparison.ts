import { t } from '@lingui/core/macro';
import type { Version } from '@longhand/contract';
import { differences, type Difference, type NodeJson } from '@longhand/document';
import { useEffect, useMemo, useState } from 'react';
import type { EditorContext } from '../../editor/editor-context.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { passagesOf, restorePassage, type Edit, type ChangedPassage } from './passage.ts';
import { useVersionText } from './use-versions.ts';

/** Value of `other` for the current text. */
export const now = 'now';
/** Value of `other` for no comparison. */
export const alone = '';

/** A version, and its comparison with another version or the current text. */
export type Comparison = {
  /** Text of the version: null while it is loading, or if that failed. */
  readonly here: ReturnType<typeof useVersionText>;
  /** Text of the other version, if it is one. */
  readonly there: ReturnType<typeof useVersionText>;
  /** Id of the other version, {@link now} or {@link alone}. */
  readonly other: string;
  setOther(other: string): void;
  /** The differences; null while a text is loading, or if nothing is compared. */
  readonly compared: readonly Difference[] | null;
  readonly passages: readonly ChangedPassage[];
  /** Index of the current passage. */
  readonly current: number;
  /** Moves forward by a number of passages, from the last one to the first. */
  step(by: number): void;
  /** Restores a passage in the current text, or one change within it. */
  bringBack(passage: ChangedPassage, edit?: Edit): void;
};

/** Compares a version, initially with the current text. Scrolls to the current difference. */
export function useComparison(
  { document, editor }: EditorContext,
  versions: readonly Version[],
  version: Version,
): Comparison {
  const [other, setOther] = useState(now);
  const [current, setCurrent] = useState(0);
  const here = useVersionText(document.id, version.id);
  const there = useVersionText(document.id, other === now || other === alone ? null : other);
  // The text at the time of the comparison: the differences do not change while the user reads
  // them.
  const [text, setText] = useState<NodeJson>(() => editor.getJSON() as NodeJson);
  const show = useToast();
  const compared = useMemo(() => {
    if (here.content === null || other === alone) return null;
    if (other === now) return differences(here.content, text);
    if (there.content === null) return null;
    const isOlder = (versions.find(({ id }) => id === other)?.number ?? 0) < version.number;
    return isOlder
      ? differences(there.content, here.content)
      : differences(here.content, there.content);
  }, [here.content, there.content, other, text, versions, version.number]);
  const passages = useMemo(() => passagesOf(compared ?? []), [compared]);
  useEffect(() => {
    window.document.getElementById(`difference-${current}`)?.scrollIntoView({ block: 'center' });
  }, [current, passages]);
  const step = (by: number): void =>
    setCurrent((before) => (before + by + passages.length) % Math.max(passages.length, 1));
  const bringBack = (passage: ChangedPassage, edit?: Edit): void => {
    if (!restorePassage(editor, text, passage, edit))
      show({
        title: t`Nothing was restored`,
        text: t`The text has changed. The comparison is up to date now.`,
      });
    setText(editor.getJSON() as NodeJson);
  };
  return { here, there, other, setOther, compared, passages, current, step, bringBack };
}
