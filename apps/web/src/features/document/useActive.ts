import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { Format } from './formats.ts';

/** The ids of those `formats` that are on at the caret. Draws anew only when one of them goes on or off. */
export function useActive(editor: Editor, formats: readonly Format[]): ReadonlySet<string> {
  const ids = useEditorState({
    editor,
    selector: () => formats.filter(({ isOn }) => isOn?.(editor)).map(({ id }) => id),
  });
  return new Set(ids);
}
