import type { Editor } from '@tiptap/core';
import { startTransition, useEffect, useState } from 'react';
import { afterChanges } from '../text/after-changes.ts';
import { currentSuggestions, isSameList, type ListedSuggestion } from './listed-suggestions.ts';

/** Debounce of collecting suggestions after a change (ms): cards may lag behind, typing may not. */
const pace = { quiet: 150, latest: 1_500 };

/**
 * Returns the suggestions of an editor's document, in the order of the text, updated with it. The
 * list is the same array while suggestions only move: a page with hundreds of them does not
 * rerender while a user types.
 */
export function useSuggestions(editor: Editor): readonly ListedSuggestion[] {
  const [found, setFound] = useState<readonly ListedSuggestion[]>([]);
  useEffect(
    () =>
      afterChanges(
        editor,
        pace,
        () => {
          const now = [...currentSuggestions(editor).values()];
          // Rendering hundreds of cards must yield to key presses.
          startTransition(() => setFound((before) => (isSameList(before, now) ? before : now)));
        },
        'painted',
      ),
    [editor],
  );
  return found;
}
