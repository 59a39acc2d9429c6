import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useMemo, type ReactNode } from 'react';
import type { Card, PersonShown } from '../editor-context.ts';
import type { TextRange } from '../text/text-range.ts';
import { ago } from '../../ui/relative-time.tsx';
import { decide } from './decide.ts';
import { inOneLine } from './describe.ts';
import { rangeOfSuggestion, type ListedSuggestion } from './listed-suggestions.ts';
import { showInText } from './show-in-text.ts';
import { SuggestionCard } from './suggestion-card.tsx';

type Options = {
  editor: Editor;
  suggestions: readonly ListedSuggestion[];
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

/** Returns the suggestions as cards for the card column. */
export function useSuggestionCards(options: Options): readonly Card[] {
  const { editor, suggestions, personOf, myId, may, activeId, threadOf } = options;
  return useMemo(
    () =>
      suggestions.map((suggestion): Card => {
        const { id, author } = suggestion;
        const isMine = author === myId;
        const range = (): TextRange | null => rangeOfSuggestion(editor, id);
        const show = (): void => {
          const there = range();
          if (there !== null) showInText(editor, there);
        };
        return {
          id: `suggestion-${id}`,
          label: labelOf(suggestion, isMine ? null : personOf(author).name),
          textId: id,
          isAnchored: true,
          range,
          isActive: id === activeId,
          show,
          draw: () => (
            <SuggestionCard
              suggestion={suggestion}
              person={personOf(author)}
              isMine={isMine}
              mayDecide={may === 'decide'}
              mayWithdraw={may === 'suggest' && isMine}
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

/** Returns the accessible name of a suggestion. `by`: its author; null for the user. */
function labelOf(suggestion: ListedSuggestion, by: string | null): string {
  const [when, change] = [ago(suggestion.at, Date.now()), inOneLine(suggestion)];
  return by === null
    ? t`Suggestion by you, ${when}: ${change}`
    : t`Suggestion by ${by}, ${when}: ${change}`;
}
