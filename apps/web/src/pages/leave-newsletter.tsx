import { t } from '@lingui/core/macro';
import { FollowLink } from '../features/account/links/follow-link.tsx';

/** Target of the unsubscribe link in newsletters. */
export default function LeaveNewsletterPage() {
  return (
    <FollowLink
      title={t`Unsubscribe from the newsletter`}
      about={t`Your address is removed from the list immediately.`}
      button={t`Unsubscribe`}
      done={t`You are unsubscribed. No further email is sent.`}
      name="unsubscribe"
    />
  );
}
