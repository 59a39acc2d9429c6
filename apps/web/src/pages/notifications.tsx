import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Inbox } from '../features/notifications/inbox.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** The user's notifications. */
export default function NotificationsPage() {
  return (
    <>
      <PageHead title={t`Notifications`}>
        <p>
          <Trans>
            Mentions, replies and changes you follow.{' '}
            <Link to="/settings?tab=notifications">Email settings</Link>
          </Trans>
        </p>
      </PageHead>
      <Inbox />
    </>
  );
}
