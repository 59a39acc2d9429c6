import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import type { WaitingReview } from '@longhand/contract';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import type { List } from '../../api/use-list.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { dueOf, todayOf } from '../../ui/due.ts';
import classes from './reviews.module.css';

/** Reviews that wait for the user's answer. Renders nothing if there are none. */
export function WaitingReviews({
  list: { items, hasMore, isLoadingMore, loadMore },
}: {
  list: List<WaitingReview>;
}) {
  if (items.length === 0) return null;
  const today = todayOf(new Date());
  return (
    <>
      <ul className="stack waiting below" aria-label={t`Reviews`}>
        {items.map(({ reviewId, documentId, title, by, message, dueOn, isAgain }) => {
          const due = dueOn === null ? null : dueOf(dueOn, today);
          return (
            <li key={reviewId} className="beside">
              <Avatar name={by.name} color={by.avatarColor} label={null} size={30} />
              <div>
                <p>
                  {isAgain ? (
                    <Trans>
                      <strong>{by.name}</strong> asks you again, after edits, to review{' '}
                      <Link to={`/documents/${documentId}?review`}>{displayTitle(title)}</Link>
                    </Trans>
                  ) : (
                    <Trans>
                      <strong>{by.name}</strong> asks you to review{' '}
                      <Link to={`/documents/${documentId}?review`}>{displayTitle(title)}</Link>
                    </Trans>
                  )}
                  {due !== null && (
                    <span className="soft small" data-late={due.isLate || undefined}>
                      {due.text}
                    </span>
                  )}
                </p>
                {message !== '' && <p className={`serif ${classes['message']}`}>{message}</p>}
              </div>
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <p className="below">
          <Button variant="default" size="xs" isBusy={isLoadingMore} onClick={loadMore}>
            {t`More reviews`}
          </Button>
        </p>
      )}
    </>
  );
}
