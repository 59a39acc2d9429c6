import { suggestionIdsAt } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import type { ListedSuggestion } from './listed-suggestions.ts';
import { useEditorValue } from '../use-editor-value.ts';

/** Returns the id of the suggestion at the caret, or null. */
export function useActiveSuggestion(
  editor: Editor,
  suggestions: readonly ListedSuggestion[],
): string | null {
  return useEditorValue(editor, () => {
    const { doc, selection } = editor.state;
    const here = suggestionIdsAt(doc, selection.from, selection.to);
    return here.size === 0 ? null : (suggestions.find(({ id }) => here.has(id))?.id ?? null);
  });
}
