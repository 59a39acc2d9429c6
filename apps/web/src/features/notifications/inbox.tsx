import { plural, t } from '@lingui/core/macro';
import { notificationSentence, type Notification } from '@longhand/contract';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { byDay } from '../../ui/days.ts';
import { EmptyState, Unreadable } from '../../ui/empty-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { EventSentence } from '../../ui/event-sentence.tsx';
import { plainSentence } from '../../language/event-sentences.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useMarkRead, useNotifications, useUnread } from './use-notifications.ts';
import classes from './notifications.module.css';

/** The user's notifications, grouped by day; following one marks it as read. */
export function Inbox() {
  const list = useNotifications();
  const unread = useUnread();
  const read = useMarkRead();
  if (list.isPending) return <RowSkeletons count={5} />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`Your notifications`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) {
    return (
      <EmptyState title={t`No notifications yet`}>
        {t`Mentions, replies, review requests, shared documents, and changes in documents and projects that you watch appear here.`}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={`spread soft ${classes['over']}`}>
        <span role="status">
          {unread === 0
            ? t`No unread notifications.`
            : plural(unread, { one: '# unread notification.', other: '# unread notifications.' })}
        </span>
        {unread > 0 && (
          <Button
            variant="default"
            size="xs"
            isBusy={read.isPending}
            onClick={() => read.mutate(null)}
          >
            {t`Mark all as read`}
          </Button>
        )}
      </p>
      {byDay(list.items, new Date()).map(({ day, items }) => (
        <section key={day} className={`stack ${classes['day']}`}>
          <h2 className="soft small">{day}</h2>
          <ul>
            {items.map((item) => (
              <Line
                key={item.id}
                item={item}
                onRead={() => item.readAt === null && read.mutate([item.id])}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show earlier notifications`}
        </Button>
      )}
    </>
  );
}

function Line({ item, onRead }: { item: Notification; onRead: () => void }) {
  const sentence = notificationSentence(item);
  const isUnread = item.readAt === null;
  return (
    <li className="beside" data-unread={isUnread || undefined}>
      <Avatar name={item.actor.name} color={item.actor.avatarColor} label={null} size={30} />
      <p>
        {isUnread && <span className="unseen">{t`Unread:`} </span>}
        <EventSentence sentence={sentence} onFollow={onRead} />
        <span className={`soft small ${classes['when']}`}>
          {item.times > 1 && <span>{t`${{ times: item.times }} times`}</span>}
          <RelativeTime at={item.createdAt} />
        </span>
      </p>
      {isUnread && (
        <button
          type="button"
          className={`linkButton small ${classes['mark']}`}
          onClick={onRead}
          aria-label={t`Mark as read: ${{ sentence: plainSentence(sentence) }}`}
        >
          {t`Mark as read`}
        </button>
      )}
    </li>
  );
}
