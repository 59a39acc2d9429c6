import { FollowLink } from '../features/account/links/follow-link.tsx';

/** Target of the link in the mail after subscribing. */
export default function ConfirmNewsletterPage() {
  return (
    <FollowLink
      title="Confirm your subscription"
      about="No email is sent until the owner of the address confirms the subscription."
      button="Subscribe"
      done="Thank you for subscribing to our newsletter."
      name="confirmSubscription"
    />
  );
}
