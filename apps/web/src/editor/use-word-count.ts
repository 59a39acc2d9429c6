import { countWords } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { afterQuiet } from './text/after-quiet.ts';
import { linesOf } from './text/lines.ts';

/**
 * Debounce of the word count (ms): a long text takes some milliseconds, which must not slow down
 * typing.
 */
const quiet = 400;

/** Returns the word count of a shared document, updated when typing pauses. */
export function useWordCount(editor: Editor, doc: Y.Doc): number {
  const [words, setWords] = useState(0);
  useEffect(() => {
    const count = wordCounter();
    return afterQuiet(doc, quiet, () => {
      if (!editor.isDestroyed) setWords(count(linesOf(editor.state.doc)));
    });
  }, [editor, doc]);
  return words;
}

/**
 * Creates a function that counts the words of lines. Lines of the last call are not counted again.
 */
function wordCounter(): (lines: readonly string[]) => number {
  let known = new Map<string, number>();
  return (lines) => {
    const counted = new Map<string, number>();
    let words = 0;
    for (const line of lines) {
      const own = known.get(line) ?? countWords(line);
      counted.set(line, own);
      words += own;
    }
    known = counted;
    return words;
  };
}
