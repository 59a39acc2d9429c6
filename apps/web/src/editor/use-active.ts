import type { Editor } from '@tiptap/core';
import { useRef } from 'react';
import type { Format } from './formats.ts';
import { useEditorValue } from './use-editor-value.ts';

/**
 * Returns the ids of those `formats` that are active at the caret. Rerenders only when this set
 * changes.
 */
export function useActive(editor: Editor, formats: readonly Format[]): ReadonlySet<string> {
  const last = useRef<{ at: unknown[]; ids: string[] }>({ at: [], ids: [] });
  const ids = useEditorValue(editor, () => {
    const { $from, from, to } = editor.state.selection;
    // A check walks all blocks before the caret, for each format. While another user types
    // elsewhere, the result is unchanged.
    const at = [
      from === to,
      $from.parent,
      $from.parentOffset,
      $from.depth,
      $from.node(1),
      editor.state.storedMarks,
    ];
    if (from !== to || at.some((each, i) => each !== last.current.at[i]))
      last.current = {
        at,
        ids: formats.filter(({ isOn }) => isOn?.(editor)).map(({ id }) => id),
      };
    return last.current.ids;
  });
  return new Set(ids);
}
