import { countWords } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { afterQuiet } from '../../ui/in-text/after-quiet.ts';
import { linesOf } from '../../ui/in-text/lines.ts';

/**
 * Debounce of the word count (ms): a long text takes some milliseconds, which must not slow down
 * typing.
 */
const quiet = 400;

/** Returns the word count of a shared document, updated when typing pauses. */
export function useWordCount(editor: Editor, doc: Y.Doc): number {
  const [words, setWords] = useState(0);
  useEffect(
    () =>
      afterQuiet(doc, quiet, () => {
        if (!editor.isDestroyed)
          setWords(linesOf(editor.state.doc).reduce((sum, line) => sum + countWords(line), 0));
      }),
    [editor, doc],
  );
  return words;
}
