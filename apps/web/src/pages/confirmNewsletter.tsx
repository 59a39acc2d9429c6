import { FollowLink } from '../features/links/FollowLink.tsx';

/** Where the mail after subscribing leads. */
export default function ConfirmNewsletterPage() {
  return (
    <FollowLink
      title="Confirm your subscription"
      about="Nothing is sent to an address before somebody who reads its mail has said yes."
      button="Subscribe"
      done="Thank you for subscribing to our newsletter."
      name="confirmSubscription"
    />
  );
}
