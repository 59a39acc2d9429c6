import type { Stamp, Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useState, type ReactNode } from 'react';
import type * as Y from 'yjs';
import type { PersonShown } from '../../../ui/openText.ts';
import { decide, type Verdict } from './decide.ts';
import { SuggestionCard } from './SuggestionCard.tsx';
import { showInText } from './showInText.ts';
import classes from './Suggestions.module.css';

/** What stands in the place of the text: it as it is, or as it would be. */
export type Preview = 'accept' | 'reject' | null;

type Props = {
  editor: Editor;
  doc: Y.Doc;
  suggestions: readonly Suggestion[];
  personOf: (id: string) => PersonShown;
  myId: string;
  /** What this person may do: decide about all, suggest and take back their own, or only look. */
  may: 'decide' | 'suggest' | 'look';
  activeId: string | null;
  preview: Preview;
  onPreview: (preview: Preview) => void;
  threadOf: ((suggestionId: string) => ReactNode) | null;
};

/** All suggestions of a document, in the order of the text, and what can be done with many of them at once. */
export function SuggestionsPanel(props: Props) {
  const { editor, doc, suggestions, personOf, myId, may, activeId, preview, onPreview, threadOf } = props;
  const [author, setAuthor] = useState('');
  const authors = [...new Set(suggestions.map((each) => each.author))];
  const chosen = authors.includes(author) ? author : '';
  const shown = suggestions.filter((each) => chosen === '' || each.author === chosen);
  const all = (verdict: Verdict): void => decide(editor, doc, verdict, ofAuthor(chosen));
  const selected = (verdict: Verdict): void => {
    const { from, to } = editor.state.selection;
    decide(editor, doc, verdict, ofAuthor(chosen), { from, to });
  };
  return (
    <div className={classes['panel']}>
      <div className={classes['many']}>
        <label>
          Text shown{' '}
          <select
            value={preview ?? ''}
            onChange={({ currentTarget: { value } }) => onPreview(value === 'accept' || value === 'reject' ? value : null)}
          >
            <option value="">With suggestions</option>
            <option value="accept">As accepted</option>
            <option value="reject">As it was</option>
          </select>
        </label>
        {authors.length > 1 && (
          <label>
            By{' '}
            <select value={chosen} onChange={({ currentTarget: { value } }) => setAuthor(value)}>
              <option value="">everybody</option>
              {authors.map((id) => (
                <option key={id} value={id}>
                  {personOf(id).name}
                </option>
              ))}
            </select>
          </label>
        )}
        {may === 'decide' && shown.length > 0 && (
          <div className={classes['verdicts']}>
            <button type="button" onClick={() => all('accept')}>
              Accept all {shown.length}
            </button>
            <button type="button" onClick={() => all('reject')}>
              Reject all {shown.length}
            </button>
            <button type="button" onClick={() => selected('accept')}>
              Accept selected
            </button>
            <button type="button" onClick={() => selected('reject')}>
              Reject selected
            </button>
          </div>
        )}
      </div>
      {shown.length === 0 && (
        <p className={classes['none']}>Nothing is suggested. In the mode Suggesting, every change waits here for a decision.</p>
      )}
      <ol className={classes['cards']} aria-label="Suggestions">
        {shown.map((suggestion) => (
          <SuggestionCard
            key={suggestion.id}
            suggestion={suggestion}
            person={personOf(suggestion.author)}
            isMine={suggestion.author === myId}
            mayDecide={may === 'decide'}
            mayTakeBack={may === 'suggest' && suggestion.author === myId}
            isActive={suggestion.id === activeId}
            onShow={() => showInText(editor, suggestion)}
            thread={threadOf?.(suggestion.id)}
            onAccept={() => decide(editor, doc, 'accept', ({ id }) => id === suggestion.id)}
            onReject={() => decide(editor, doc, 'reject', ({ id }) => id === suggestion.id)}
          />
        ))}
      </ol>
    </div>
  );
}

const ofAuthor = (author: string) => (stamp: Stamp) => author === '' || stamp.author === author;
