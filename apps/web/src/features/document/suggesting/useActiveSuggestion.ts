import type { Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';

/** The suggestion in which the caret stands, or null. */
export function useActiveSuggestion(editor: Editor, suggestions: readonly Suggestion[]): string | null {
  return useEditorState({
    editor,
    selector: () => {
      const { from, to } = editor.state.selection;
      const here = suggestions.find(({ places }) => places.some((place) => place.from <= to && place.to >= from));
      return here?.id ?? null;
    },
  });
}
