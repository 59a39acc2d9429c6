import { suggestionsOf, type Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { startTransition, useEffect, useState } from 'react';

/** Milliseconds without a change before the text is looked at, and the most that it waits for them: cards may come a moment late, letters may not. */
const quiet = 150;
const latest = 700;

/** The suggestions in an editor's document, in the order of the text, kept current as it changes. */
export function useSuggestions(editor: Editor): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let since = 0;
    let seen: unknown = null;
    const look = (): void => {
      timer = null;
      if (editor.isDestroyed || editor.state.doc === seen) return;
      seen = editor.state.doc;
      const now = suggestionsOf(editor.state.doc);
      // Drawing hundreds of cards gives way to a key that comes meanwhile.
      startTransition(() =>
        setFound((before) => (before.length === now.length && now.every((each, i) => each === before[i]) ? before : now)),
      );
    };
    const changed = (): void => {
      if (editor.state.doc === seen) return;
      if (timer === null) since = Date.now();
      else clearTimeout(timer);
      timer = setTimeout(look, Math.max(Math.min(quiet, since + latest - Date.now()), 0));
    };
    look();
    editor.on('transaction', changed);
    return () => {
      if (timer !== null) clearTimeout(timer);
      editor.off('transaction', changed);
    };
  }, [editor]);
  return found;
}
