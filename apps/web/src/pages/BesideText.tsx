import { useAuthors } from '../features/authors/useAuthors.tsx';
import { useComments } from '../features/comments/useComments.tsx';
import { useHistory } from '../features/history/useHistory.tsx';
import { useReviewSide } from '../features/reviews/useReviewSide.tsx';
import { useSince } from '../features/since/useSince.tsx';
import type { Beside } from '../ui/openText.ts';

/** What stands beside an open text, of whatever has to do with it. */
export const BesideText: Beside = ({ open, children }) => {
  const comments = useComments(open);
  const history = useHistory(open);
  const review = useReviewSide(open);
  const authors = useAuthors(open);
  const since = useSince(open);
  return children({
    sides: [comments.side, review, history.side, authors],
    instead: history.instead,
    above: since,
    selected: comments.selected,
    threadOf: comments.threadOf,
  });
};
