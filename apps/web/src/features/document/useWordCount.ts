import { countWords } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { afterQuiet } from '../../ui/inText/afterQuiet.ts';
import { linesOf } from '../../ui/inText/lines.ts';

/** Milliseconds of quiet before words are counted: a long text takes a few, which nobody should feel while typing. */
const quiet = 400;

/** The number of words of a shared document, counted anew when typing pauses. */
export function useWordCount(editor: Editor, doc: Y.Doc): number {
  const [words, setWords] = useState(0);
  useEffect(
    () =>
      afterQuiet(doc, quiet, () => {
        if (!editor.isDestroyed) setWords(linesOf(editor.state.doc).reduce((sum, line) => sum + countWords(line), 0));
      }),
    [editor, doc],
  );
  return words;
}
