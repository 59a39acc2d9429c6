import { t } from '@lingui/core/macro';
import { ActivityList } from '../features/activity/activity-list.tsx';
import { useRecentActivity } from '../features/activity/use-activity.ts';
import { useUser } from '../session/require-user.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** Activity in everything the user may read. */
export default function ActivityPage() {
  const user = useUser();
  return (
    <>
      <PageHead title={t`Activity`}>
        <p>{t`Activity in your projects and documents.`}</p>
      </PageHead>
      <ActivityList list={useRecentActivity()} known={[user]} />
    </>
  );
}
