import { Link } from 'react-router';
import { Inbox } from '../features/notifications/Inbox.tsx';
import { PageHead } from '../ui/PageHead.tsx';

/** What I am told of. */
export default function NotificationsPage() {
  return (
    <>
      <PageHead title="Notifications">
        <p>
          What concerns you, and what happens in what you watch. <Link to="/settings?tab=notifications">When you are mailed</Link>
        </p>
      </PageHead>
      <Inbox />
    </>
  );
}
