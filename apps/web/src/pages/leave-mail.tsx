import { t } from '@lingui/core/macro';
import { FollowLink } from '../features/account/links/follow-link.tsx';

/** Target of the unsubscribe link in notification mails. */
export default function LeaveMailPage() {
  return (
    <FollowLink
      title={t`Unsubscribe from notification emails`}
      about={t`You still see all notifications in the app. You can turn emails on again in Settings, Notifications.`}
      button={t`Unsubscribe`}
      done={t`You will receive no more notification emails.`}
      name="leaveMail"
    />
  );
}
