import type { Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';

/** Returns the id of the suggestion at the caret, or null. */
export function useActiveSuggestion(
  editor: Editor,
  suggestions: readonly Suggestion[],
): string | null {
  return useEditorState({
    editor,
    selector: () => {
      const { from, to } = editor.state.selection;
      const here = suggestions.find(({ spots }) =>
        spots.some((spot) => spot.from <= to && spot.to >= from),
      );
      return here?.id ?? null;
    },
  });
}
