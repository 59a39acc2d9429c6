import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/failure.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { Lines } from './activity-list.tsx';
import { dayName } from '../../ui/days.ts';
import { useLatestActivity } from './use-activity.ts';
import { useNames } from './use-names.ts';
import classes from './activity-list.module.css';

/** Maximum number of entries; a link leads to all of them. */
const most = 8;

/** Today's activity as sentences, newest first. */
export function TodayList({ known }: { known: readonly { id: string; name: string }[] }) {
  const { items, isPending, error } = useLatestActivity(most);
  const now = new Date();
  const today = items.filter(
    ({ createdAt }) => dayName(new Date(createdAt), now) === dayName(now, now),
  );
  const names = useNames(today, known);
  if (isPending) return <RowSkeletons />;
  if (error !== null && items.length === 0)
    return <Unreadable what={t`The activity`} sentence={sentenceOf(error)} />;
  return (
    <>
      {today.length === 0 ? (
        <p className={classes['line']}>{t`No activity today.`}</p>
      ) : (
        <Lines items={today} names={names} />
      )}
      <Link to="/activity">{t`All activity`}</Link>
    </>
  );
}
