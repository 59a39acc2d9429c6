import { ActivityList } from '../features/activity/ActivityList.tsx';
import { useRecentActivity } from '../features/activity/useActivity.ts';
import { useUser } from '../session/RequireUser.tsx';
import { PageHead } from '../ui/PageHead.tsx';

/** Activity in everything the user may read. */
export default function ActivityPage() {
  const user = useUser();
  return (
    <>
      <PageHead title="Activity">
        <p>Activity in your projects and documents.</p>
      </PageHead>
      <ActivityList list={useRecentActivity()} known={[user]} />
    </>
  );
}
