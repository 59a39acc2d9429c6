import { FollowLink } from '../features/links/follow-link.tsx';

/** Target of the unsubscribe link in newsletters. */
export default function LeaveNewsletterPage() {
  return (
    <FollowLink
      title="Leave the newsletter"
      about="Your address is removed from the list immediately."
      button="Leave"
      done="You are unsubscribed. No further email is sent."
      name="unsubscribe"
    />
  );
}
