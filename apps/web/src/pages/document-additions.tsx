import { useEffect, useLayoutEffect, type ComponentProps } from 'react';
import { useSearchParams } from 'react-router';
import { useAuthors } from '../features/versions/authors/use-authors.tsx';
import { useComments } from '../features/comments/use-comments.tsx';
import { useDetails } from '../features/details/use-details.tsx';
import { useFind } from '../features/find/use-find.tsx';
import { useFocusMode } from '../features/focus/use-focus-mode.tsx';
import { useHistory } from '../features/versions/use-history.tsx';
import { WatchCommands } from '../features/notifications/watch-commands.tsx';
import { useOutline } from '../features/outline/use-outline.tsx';
import { useReviewTab } from '../features/reviews/use-review-tab.tsx';
import { useSince } from '../features/changes-since-visit/use-since.tsx';
import { useWorkingCopy } from '../features/working-copies/use-working-copy.tsx';
import {
  cardsTabId,
  type Additions,
  type AdditionsProvider,
  type EditorContext,
} from '../editor/editor-context.ts';

type Props = ComponentProps<AdditionsProvider>;

/** Combines the additions of all features to an open text. */
export default function DocumentAdditions({ open, onAdditions }: Props) {
  useLinkToSuggestions(open);
  const comments = useComments(open);
  const history = useHistory(open);
  const review = useReviewTab(open);
  const copy = useWorkingCopy(open);
  const authors = useAuthors(open);
  const since = useSince(open);
  const outline = useOutline(open);
  const details = useDetails(open);
  const find = useFind(open);
  const focus = useFocusMode(open);
  const additions: Additions = {
    comments: comments.cards,
    tabs: [...copy.tabs, review, outline, history.tab, authors, details],
    replacement: history.replacement,
    above: (
      <>
        <WatchCommands documentId={open.document.id} />
        {copy.above}
        {since}
        {find}
        {focus}
      </>
    ),
    selectionActions: comments.selectionActions,
    threadOf: comments.threadOf,
  };
  useLayoutEffect(() => onAdditions(additions, open));
  return null;
}

/** Opens the suggestions for a link with `?suggestions`. */
function useLinkToSuggestions({ onOpenTab }: EditorContext): void {
  const [params, setParams] = useSearchParams();
  const isWanted = params.has('suggestions');
  useEffect(() => {
    if (!isWanted) return;
    onOpenTab(cardsTabId);
    const rest = new URLSearchParams(params);
    rest.delete('suggestions');
    setParams(rest, { replace: true, preventScrollReset: true });
  }, [isWanted, params, setParams, onOpenTab]);
}
