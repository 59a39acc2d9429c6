import { suggestionsOf, type Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';

/** Milliseconds between two looks at a text that changes: cards may come a moment late, letters may not. */
const pace = 150;

/** The suggestions in an editor's document, in the order of the text, kept current as it changes. */
export function useSuggestions(editor: Editor): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let seen: unknown = null;
    const look = (): void => {
      timer = null;
      if (editor.isDestroyed || editor.state.doc === seen) return;
      seen = editor.state.doc;
      setFound((before) => {
        const now = suggestionsOf(editor.state.doc);
        return before.length === 0 && now.length === 0 ? before : now;
      });
    };
    const changed = (): void => void (timer ??= setTimeout(look, pace));
    look();
    editor.on('transaction', changed);
    return () => {
      if (timer !== null) clearTimeout(timer);
      editor.off('transaction', changed);
    };
  }, [editor]);
  return found;
}
