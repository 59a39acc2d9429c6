import type { Editor } from '@tiptap/core';
import { useMemo, useState, type ReactNode } from 'react';
import type { PersonShown, CommentThreads } from '../editor-context.ts';
import { SuggestionsOver, type Preview } from '../suggestions/suggestions-over.tsx';
import type { ListedSuggestion } from '../suggestions/listed-suggestions.ts';
import { useSuggestionCards } from '../suggestions/use-suggestion-cards.tsx';
import { Margin } from './margin.tsx';
import classes from './margin.module.css';

type Props = {
  editor: Editor;
  suggestions: readonly ListedSuggestion[];
  personOf: (id: string) => PersonShown;
  myId: string;
  /** The user's right to suggestions: decide about all, withdraw their own, or only read. */
  may: 'decide' | 'suggest' | 'look';
  /** True once the user has decided a suggestion on this page. */
  hasDecided: boolean;
  activeId: string | null;
  preview: Preview;
  onPreview: (preview: Preview) => void;
  said: CommentThreads;
  threadOf: ((suggestionId: string) => ReactNode) | null;
  /** True if the text is beside the cards. */
  isLevel: boolean;
};

const none: readonly ListedSuggestion[] = [];

/** Comments and suggestions on the text, with the actions for many of them at once. */
export function MarginSide(props: Props) {
  const {
    editor,
    suggestions,
    personOf,
    myId,
    may,
    hasDecided,
    activeId,
    preview,
    onPreview,
    said,
    threadOf,
    isLevel,
  } = props;
  const [wanted, setAuthor] = useState('');
  const author = suggestions.some((each) => each.author === wanted) ? wanted : '';
  const shown = useMemo(() => {
    if (!said.hasSuggestions) return none;
    return author === '' ? suggestions : suggestions.filter((each) => each.author === author);
  }, [suggestions, said.hasSuggestions, author]);
  const suggested = useSuggestionCards({
    editor,
    suggestions: shown,
    personOf,
    myId,
    may,
    activeId,
    threadOf,
  });
  const cards = useMemo(() => [...said.cards, ...suggested], [said.cards, suggested]);
  return (
    <>
      <div className={`stack ${classes['over']}`}>
        {said.over}
        <SuggestionsOver
          editor={editor}
          suggestions={suggestions}
          shown={shown}
          personOf={personOf}
          mayDecide={may === 'decide'}
          author={author}
          onAuthor={setAuthor}
          preview={preview}
          onPreview={onPreview}
        />
        {cards.length === 0 && said.nothing !== null && (
          <p className="remark">
            {emptyText(said.nothing, said.hasSuggestions, hasDecided && may === 'decide')}
          </p>
        )}
      </div>
      <Margin editor={editor} cards={cards} isLevel={isLevel} label="Comments and suggestions" />
    </>
  );
}

/** Returns the text shown in place of the cards if there are none. */
function emptyText(nothing: string, hasSuggestions: boolean, isDecided: boolean): string {
  if (!hasSuggestions) return nothing;
  if (isDecided) return 'All suggestions are decided.';
  return `${nothing} In Suggesting mode, changes appear here until they are accepted or rejected.`;
}
