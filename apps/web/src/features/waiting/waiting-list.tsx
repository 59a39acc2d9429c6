import { displayTitle, type Waiting } from '@longhand/contract';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { dueOf, todayOf } from '../../ui/due.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './waiting-list.module.css';

/** Reason of an entry, as the middle of a sentence that ends with the document. */
const did: Readonly<Record<Exclude<Waiting['reason'], 'assigned'>, string>> = {
  mention: 'mentioned you in',
  answer: 'replied in',
  comment: 'commented on',
};

/** Open threads of all documents that wait for the user's reply. */
export function WaitingList({ list }: { list: List<Waiting> }) {
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what="Your open items" sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) {
    return (
      <p className="soft">
        No open comments. Comments that mention you, reply to you or are assigned to you appear
        here.
      </p>
    );
  }
  return (
    <>
      <ul className="stack waiting">
        {list.items.map(({ threadId, documentId, title, reason, by, excerpt, at, dueOn }) => (
          <li key={threadId} className="beside">
            <Avatar name={by.name} color={by.avatarColor} label={null} size={30} />
            <div>
              <p>
                {reason === 'assigned' ? (
                  <strong>Assigned to you</strong>
                ) : (
                  <>
                    <strong>{by.name}</strong> {did[reason]}
                  </>
                )}
                {reason === 'assigned' ? ' in ' : ' '}
                <Link to={`/documents/${documentId}?${new URLSearchParams({ comment: threadId })}`}>
                  {displayTitle(title)}
                </Link>
                <span className="soft small">
                  <RelativeTime at={at} />
                </span>
                {dueOn !== null && <Due on={dueOn} />}
              </p>
              <p className={`clamp serif soft ${classes['excerpt']}`}>{excerpt}</p>
            </div>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          Show more open items
        </Button>
      )}
    </>
  );
}

/** Due date of an assigned thread. */
function Due({ on }: { on: string }) {
  const { text, isLate } = dueOf(on, todayOf(new Date()));
  return (
    <span className="soft small firm" data-late={isLate || undefined}>
      {isLate ? `${text}, late` : text}
    </span>
  );
}
