import type { Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { shows } from '@longhand/text';
import { useEffect, useRef, useState } from 'react';
import type { PersonShown } from '../../../ui/openText.ts';
import { verdictOf } from './decide.ts';
import { heardOf } from './heard.ts';
import classes from './Suggestions.module.css';

/** Milliseconds in which nothing is suggested or decided before it is said: who types suggests another word with each letter. */
const quiet = 1_200;

type Props = {
  editor: Editor;
  suggestions: readonly Suggestion[];
  personOf: (id: string) => PersonShown;
  myId: string;
};

/** Says to those who hear the page what others suggest, and what was decided. Nothing of it is seen: the text and the cards show it. */
export function Heard({ editor, suggestions, personOf, myId }: Props) {
  const [said, say] = useState('');
  const told = useRef<readonly Suggestion[] | null>(null);
  const mine = useRef<{ verdict: 'accept' | 'reject' | null; hasWritten: boolean }>({ verdict: null, hasWritten: false });
  useEffect(() => {
    const hear = ({ transaction }: { transaction: Transaction }): void => {
      const verdict: unknown = transaction.getMeta(verdictOf);
      if (verdict === 'accept' || verdict === 'reject') mine.current = { ...mine.current, verdict };
      if (transaction.docChanged && transaction.getMeta(shows) !== true) mine.current = { ...mine.current, hasWritten: true };
    };
    editor.on('transaction', hear);
    return () => void editor.off('transaction', hear);
  }, [editor]);
  useEffect(() => {
    // What stands in the text when it is opened is no news.
    if (told.current === null) {
      told.current = suggestions;
      return;
    }
    const timer = setTimeout(() => {
      const sentence = heardOf(told.current ?? [], suggestions, { personOf, myId, ...mine.current });
      told.current = suggestions;
      mine.current = { verdict: null, hasWritten: false };
      if (sentence !== null) say(sentence);
    }, quiet);
    return () => clearTimeout(timer);
  }, [suggestions, personOf, myId]);
  return (
    <p role="status" className={classes['heard']}>
      {said}
    </p>
  );
}
