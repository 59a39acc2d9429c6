import { countWords, plainTextOf, textOfDoc } from '@longhand/document';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { afterQuiet } from '../../ui/inText/afterQuiet.ts';

/** Milliseconds of quiet before words are counted: a long text takes a few, which nobody should feel while typing. */
const quiet = 400;

/** The number of words of a shared document, counted anew when typing pauses. */
export function useWordCount(doc: Y.Doc): number {
  const [words, setWords] = useState(0);
  useEffect(() => afterQuiet(doc, quiet, () => setWords(countWords(plainTextOf(textOfDoc(doc))))), [doc]);
  return words;
}
