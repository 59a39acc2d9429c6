import { FollowLink } from '../features/account/links/follow-link.tsx';

/** Target of the unsubscribe link in newsletters. */
export default function LeaveNewsletterPage() {
  return (
    <FollowLink
      title="Unsubscribe from the newsletter"
      about="Your address is removed from the list immediately."
      button="Unsubscribe"
      done="You are unsubscribed. No further email is sent."
      name="unsubscribe"
    />
  );
}
