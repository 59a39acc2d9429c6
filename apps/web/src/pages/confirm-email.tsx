import { FollowLink } from '../features/links/follow-link.tsx';

/** Target of the link in the mail to the address of a new account, or to a new address. */
export default function ConfirmEmailPage() {
  return (
    <FollowLink
      title="Confirm your address"
      about="Confirm it only if the account is yours. You can then sign in with this address and receive email, and others can share with you by it."
      button="Confirm address"
      done="Your address is confirmed."
      name="confirmEmail"
    />
  );
}
