import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import type { Waiting } from '@longhand/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { dueOf, todayOf } from '../../ui/due.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './waiting-list.module.css';

/** Shows the reason why a thread waits for the user, with a link to its document. */
function Reason({
  reason,
  name,
  link,
}: {
  reason: Waiting['reason'];
  name: string;
  link: ReactNode;
}) {
  switch (reason) {
    case 'assigned':
      return (
        <Trans>
          <strong>Assigned to you</strong> in {link}
        </Trans>
      );
    case 'mention':
      return (
        <Trans>
          <strong>{name}</strong> mentioned you in {link}
        </Trans>
      );
    case 'answer':
      return (
        <Trans>
          <strong>{name}</strong> replied in {link}
        </Trans>
      );
    case 'comment':
      return (
        <Trans>
          <strong>{name}</strong> commented on {link}
        </Trans>
      );
  }
}

/** Open threads of all documents that wait for the user's reply. */
export function WaitingList({ list }: { list: List<Waiting> }) {
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`Your open items`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) {
    return (
      <p className="soft">
        {t`No open comments. Comments that mention you, reply to you or are assigned to you appear here.`}
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
                <Reason
                  reason={reason}
                  name={by.name}
                  link={
                    <Link
                      to={`/documents/${documentId}?${new URLSearchParams({ comment: threadId })}`}
                    >
                      {displayTitle(title)}
                    </Link>
                  }
                />
                <span className="soft small">
                  <RelativeTime at={at} />
                </span>
                {dueOn !== null && <Due on={dueOn} />}
              </p>
              <p className={`clamp serif soft ${classes['excerpt']}`} dir="auto">
                {excerpt}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more open items`}
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
      {isLate ? t`${text}, late` : text}
    </span>
  );
}
