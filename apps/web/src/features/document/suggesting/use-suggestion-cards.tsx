import type { Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useMemo, type ReactNode } from 'react';
import type { Card, PersonShown } from '../../../ui/editor-context.ts';
import { ago } from '../../../ui/relative-time.tsx';
import { decide } from './decide.ts';
import { inOneLine } from './describe.ts';
import { showInText } from './show-in-text.ts';
import { SuggestionCard } from './suggestion-card.tsx';

type Options = {
  editor: Editor;
  suggestions: readonly Suggestion[];
  personOf: (id: string) => PersonShown;
  myId: string;
  /** The user's right: decide about all suggestions, withdraw their own, or only read. */
  may: 'decide' | 'suggest' | 'look';
  activeId: string | null;
  /**
   * Renders the comments on a suggestion; null for none. Must be the same function until a comment
   * changes.
   */
  threadOf: ((suggestionId: string) => ReactNode) | null;
};

/** Returns the suggestions as cards for the margin. */
export function useSuggestionCards(options: Options): readonly Card[] {
  const { editor, suggestions, personOf, myId, may, activeId, threadOf } = options;
  return useMemo(
    () =>
      suggestions.map((suggestion): Card => {
        const { id, from, to, author } = suggestion;
        const isMine = author === myId;
        const show = (): void => showInText(editor, suggestion);
        return {
          id: `suggestion-${id}`,
          label: `Suggestion by ${isMine ? 'you' : personOf(author).name}, ${ago(suggestion.at, Date.now())}: ${inOneLine(suggestion)}`,
          textId: id,
          from,
          to,
          isActive: id === activeId,
          show,
          draw: () => (
            <SuggestionCard
              suggestion={suggestion}
              person={personOf(author)}
              isMine={isMine}
              mayDecide={may === 'decide'}
              mayTakeBack={may === 'suggest' && isMine}
              onShow={show}
              thread={threadOf?.(id)}
              onAccept={() => decide(editor, 'accept', [id])}
              onReject={() => decide(editor, 'reject', [id])}
            />
          ),
        };
      }),
    [editor, suggestions, personOf, myId, may, activeId, threadOf],
  );
}
