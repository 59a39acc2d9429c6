import { FollowLink } from '../features/links/FollowLink.tsx';

/** Where the mail to a new address leads. */
export default function ConfirmEmailPage() {
  return (
    <FollowLink
      title="Confirm your address"
      about="From then on you sign in with this address, and mail goes to it."
      button="Confirm address"
      done="Your new address is confirmed."
      name="confirmEmail"
    />
  );
}
