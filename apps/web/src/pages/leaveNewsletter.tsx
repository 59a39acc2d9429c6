import { FollowLink } from '../features/links/FollowLink.tsx';

/** Where the link at the foot of each newsletter leads. */
export default function LeaveNewsletterPage() {
  return (
    <FollowLink
      title="Leave the newsletter"
      about="Your address is taken off the list at once."
      button="Leave"
      done="You are off the list. No further mail is sent."
      name="unsubscribe"
    />
  );
}
