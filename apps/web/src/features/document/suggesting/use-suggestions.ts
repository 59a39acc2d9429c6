import { suggestionsOf, type Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { startTransition, useEffect, useState } from 'react';
import { afterChanges } from '../../../ui/in-text/after-changes.ts';

/** Debounce of collecting suggestions after a change (ms): cards may lag behind, typing may not. */
const pace = { quiet: 150, latest: 1_500 };

/** Returns the suggestions of an editor's document, in the order of the text, updated with it. */
export function useSuggestions(editor: Editor): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(
    () =>
      afterChanges(editor, pace, () => {
        const now = suggestionsOf(editor.state.doc);
        // Rendering hundreds of cards must yield to key presses.
        startTransition(() =>
          setFound((before) =>
            before.length === now.length && now.every((each, i) => each === before[i])
              ? before
              : now,
          ),
        );
      }),
    [editor],
  );
  return found;
}
