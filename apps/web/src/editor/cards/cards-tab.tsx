import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useMemo, useState, type ReactNode } from 'react';
import type { PersonShown, CommentCards } from '../editor-context.ts';
import { SuggestionsHeader, type Preview } from '../suggestions/suggestions-header.tsx';
import type { ListedSuggestion } from '../suggestions/listed-suggestions.ts';
import { useSuggestionCards } from '../suggestions/use-suggestion-cards.tsx';
import { CardColumn } from './card-column.tsx';
import classes from './card-column.module.css';

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
  comments: CommentCards;
  threadOf: ((suggestionId: string) => ReactNode) | null;
  /** True if the text is beside the cards. */
  isAligned: boolean;
};

const none: readonly ListedSuggestion[] = [];

/** Comments and suggestions on the text, with the actions for many of them at once. */
export function CardsTab(props: Props) {
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
    comments,
    threadOf,
    isAligned,
  } = props;
  const [wanted, setAuthor] = useState('');
  const author = suggestions.some((each) => each.author === wanted) ? wanted : '';
  const shown = useMemo(() => {
    if (!comments.hasSuggestions) return none;
    return author === '' ? suggestions : suggestions.filter((each) => each.author === author);
  }, [suggestions, comments.hasSuggestions, author]);
  const suggested = useSuggestionCards({
    editor,
    suggestions: shown,
    personOf,
    myId,
    may,
    activeId,
    threadOf,
  });
  const cards = useMemo(() => [...comments.cards, ...suggested], [comments.cards, suggested]);
  return (
    <>
      <div className={`stack ${classes['header']}`}>
        {comments.header}
        <SuggestionsHeader
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
        {cards.length === 0 && (
          <EmptyRemark comments={comments} isDecided={hasDecided && may === 'decide'} />
        )}
      </div>
      <CardColumn
        editor={editor}
        cards={cards}
        isAligned={isAligned}
        label={t`Comments and suggestions`}
      />
    </>
  );
}

/** Text shown instead of the cards if there are none; nothing while the comments are loading. */
function EmptyRemark({ comments, isDecided }: { comments: CommentCards; isDecided: boolean }) {
  const { emptyText, hasSuggestions } = comments;
  if (emptyText === null) return null;
  return <p className="remark">{remarkOf(emptyText, hasSuggestions, isDecided)}</p>;
}

function remarkOf(emptyText: string, hasSuggestions: boolean, isDecided: boolean): string {
  if (!hasSuggestions) return emptyText;
  if (isDecided) return t`All suggestions are decided.`;
  return t`${emptyText} In Suggesting mode, changes appear here until they are accepted or rejected.`;
}
