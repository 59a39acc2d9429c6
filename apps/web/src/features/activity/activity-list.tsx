import { t } from '@lingui/core/macro';
import { activitySentence, type Activity, type Names } from '@longhand/contract';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { EmptyState, Unreadable } from '../../ui/empty-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { EventSentence } from '../../ui/event-sentence.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { PathLine } from '../../ui/path-line.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { byDay } from '../../ui/days.ts';
import { useNames } from './use-names.ts';
import { activityWords } from './words.ts';
import classes from './activity-list.module.css';

type Props = {
  list: List<Activity>;
  /** Users and projects whose names the page already has. */
  known?: readonly { id: string; name: string }[];
};

/** Activity as sentences, grouped by day. */
export function ActivityList({ list, known = [] }: Props) {
  const names = useNames(list.items, known);
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The activity`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0)
    return (
      <EmptyState title={t`No activity yet`}>
        {t`Changes by you and the people you work with appear here.`}
      </EmptyState>
    );
  return (
    <>
      {byDay(list.items, new Date()).map(({ day, items }) => (
        <section key={day} className={`stack ${classes['day']}`}>
          <h2 className="plainHeading soft small">{day}</h2>
          <Lines items={items} names={names} />
        </section>
      ))}
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show earlier activity`}
        </Button>
      )}
    </>
  );
}

/** Renders activity entries in the given order. */
export function Lines({ items, names }: { items: readonly Activity[]; names: Names }) {
  return (
    <ul>
      {items.map((activity) => (
        <Line key={activity.id} activity={activity} names={names} />
      ))}
    </ul>
  );
}

function Line({ activity, names }: { activity: Activity; names: Names }) {
  const words = activityWords(activity);
  return (
    <li className={`beside ${classes['line']}`}>
      <Avatar
        name={activity.actor.name}
        color={activity.actor.avatarColor}
        label={null}
        size={30}
      />
      <p>
        <EventSentence sentence={activitySentence(activity, names)} />
        <span className="facts">
          {words !== null && <span>{words}</span>}
          {activity.path !== undefined && activity.path.length > 0 && (
            <PathLine path={activity.path} />
          )}
          <RelativeTime at={activity.createdAt} />
        </span>
      </p>
    </li>
  );
}
