import { suggestionsOf, type Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { startTransition, useEffect, useState } from 'react';
import { afterChanges } from '../../../ui/inText/afterChanges.ts';

/** The pace at which the suggestions of a changed text are gathered again: cards may come a moment late, letters may not. */
const pace = { quiet: 150, latest: 1_500 };

/** The suggestions in an editor's document, in the order of the text, kept current as it changes. */
export function useSuggestions(editor: Editor): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(
    () =>
      afterChanges(editor, pace, () => {
        const now = suggestionsOf(editor.state.doc);
        // Drawing hundreds of cards gives way to a key that comes meanwhile.
        startTransition(() =>
          setFound((before) => (before.length === now.length && now.every((each, i) => each === before[i]) ? before : now)),
        );
      }),
    [editor],
  );
  return found;
}
