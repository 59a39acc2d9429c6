import { t } from '@lingui/core/macro';
import { FollowLink } from '../features/account/links/follow-link.tsx';

/** Target of the link in the mail after subscribing. */
export default function ConfirmNewsletterPage() {
  return (
    <FollowLink
      title={t`Confirm your subscription`}
      about={t`No email is sent until the owner of the address confirms the subscription.`}
      button={t`Subscribe`}
      done={t`Thank you for subscribing to our newsletter.`}
      name="confirmSubscription"
    />
  );
}
