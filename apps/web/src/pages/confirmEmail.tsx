import { FollowLink } from '../features/links/FollowLink.tsx';

/** Where the mail to the address of a new account, or to a new address, leads. */
export default function ConfirmEmailPage() {
  return (
    <FollowLink
      title="Confirm your address"
      about="Confirm it if the account is yours. You sign in with this address then, mail goes to it, and people share with you by it."
      button="Confirm address"
      done="Your address is confirmed."
      name="confirmEmail"
    />
  );
}
