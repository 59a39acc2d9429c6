import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { PersonShown } from '../editor-context.ts';
import { decide } from './decide.ts';
import { SuggestionCard } from './suggestion-card.tsx';
import classes from './suggestions.module.css';
import type { ListedSuggestion } from './listed-suggestions.ts';

type Props = {
  editor: Editor;
  suggestion: ListedSuggestion;
  personOf: (id: string) => PersonShown;
  myId: string;
  mayDecide: boolean;
  mayWithdraw: boolean;
};

/**
 * Card of the suggestion at the caret, over the lower end of the page, if the side panel does not
 * fit.
 */
export function SuggestionPeek({
  editor,
  suggestion,
  personOf,
  myId,
  mayDecide,
  mayWithdraw,
}: Props) {
  const [closedId, setClosed] = useState<string | null>(null);
  const { id, author } = suggestion;
  if (closedId === id) return null;
  const isMine = author === myId;
  return (
    <section className={`float ${classes['peek']}`} aria-label={t`Suggestion at the cursor`}>
      <button
        type="button"
        className={`iconButton ${classes['close']}`}
        aria-label={t`Close`}
        onClick={() => setClosed(id)}
      >
        <IconX size={18} stroke={1.7} aria-hidden="true" />
      </button>
      <SuggestionCard
        suggestion={suggestion}
        person={personOf(author)}
        isMine={isMine}
        mayDecide={mayDecide}
        mayWithdraw={mayWithdraw && isMine}
        onShow={() => editor.view.focus()}
        thread={null}
        onAccept={() => decide(editor, 'accept', [id])}
        onReject={() => decide(editor, 'reject', [id])}
      />
    </section>
  );
}
