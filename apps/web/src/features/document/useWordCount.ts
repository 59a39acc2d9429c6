import { countWords, plainTextOf, textOfDoc } from '@longhand/document';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';

/** Milliseconds of quiet before words are counted: a long text takes a few, which nobody should feel while typing. */
const quiet = 400;

/** The number of words of a shared document, counted anew when typing pauses. */
export function useWordCount(doc: Y.Doc): number {
  const [words, setWords] = useState(0);
  useEffect(() => {
    const count = (): void => setWords(countWords(plainTextOf(textOfDoc(doc))));
    let timer = setTimeout(count, 0);
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(count, quiet);
    };
    doc.on('update', changed);
    return () => {
      clearTimeout(timer);
      doc.off('update', changed);
    };
  }, [doc]);
  return words;
}
