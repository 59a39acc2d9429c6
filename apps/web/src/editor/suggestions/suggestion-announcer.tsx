import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { shows } from '@longhand/text';
import { useEffect, useRef, useState } from 'react';
import { Announcement } from '../../ui/announcement.tsx';
import type { PersonShown } from '../editor-context.ts';
import { verdictOf } from './decide.ts';
import { announcementOf } from './announcement.ts';
import type { ListedSuggestion } from './listed-suggestions.ts';

/** Debounce of announcements (ms): while typing, every character changes a suggestion. */
const quiet = 1_200;

type Props = {
  editor: Editor;
  suggestions: readonly ListedSuggestion[];
  personOf: (id: string) => PersonShown;
  myId: string;
};

/**
 * Announces the suggestions of other users, and decisions, to screen readers. Visually hidden: the
 * text and the cards show the same.
 */
export function SuggestionAnnouncer({ editor, suggestions, personOf, myId }: Props) {
  const [announcement, setAnnouncement] = useState('');
  const announced = useRef<readonly ListedSuggestion[] | null>(null);
  const mine = useRef<{ verdict: 'accept' | 'reject' | null; hasWritten: boolean }>({
    verdict: null,
    hasWritten: false,
  });
  useEffect(() => {
    const hear = ({ transaction }: { transaction: Transaction }): void => {
      const verdict: unknown = transaction.getMeta(verdictOf);
      if (verdict === 'accept' || verdict === 'reject') mine.current = { ...mine.current, verdict };
      if (transaction.docChanged && transaction.getMeta(shows) !== true)
        mine.current = { ...mine.current, hasWritten: true };
    };
    editor.on('transaction', hear);
    return () => void editor.off('transaction', hear);
  }, [editor]);
  useEffect(() => {
    // Suggestions that exist when the text is opened are not announced.
    if (announced.current === null) {
      announced.current = suggestions;
      return;
    }
    const timer = setTimeout(() => {
      const sentence = announcementOf(announced.current ?? [], suggestions, {
        personOf,
        myId,
        ...mine.current,
      });
      announced.current = suggestions;
      mine.current = { verdict: null, hasWritten: false };
      if (sentence !== null) setAnnouncement(sentence);
    }, quiet);
    return () => clearTimeout(timer);
  }, [suggestions, personOf, myId]);
  return <Announcement>{announcement}</Announcement>;
}
