import { Link } from 'react-router';
import { Inbox } from '../features/notifications/Inbox.tsx';
import { PageHead } from '../ui/PageHead.tsx';

/** The user's notifications. */
export default function NotificationsPage() {
  return (
    <>
      <PageHead title="Notifications">
        <p>
          Mentions, replies and changes you follow. <Link to="/settings?tab=notifications">Email settings</Link>
        </p>
      </PageHead>
      <Inbox />
    </>
  );
}
