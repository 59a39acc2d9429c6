import { t } from '@lingui/core/macro';
import { FollowLink } from '../features/account/links/follow-link.tsx';

/** Target of the link in the mail to the address of a new account, or to a new address. */
export default function ConfirmEmailPage() {
  return (
    <FollowLink
      title={t`Confirm your address`}
      about={t`Confirm the address only if the account is yours. You can then sign in with it, receive email, and be added to documents and projects.`}
      button={t`Confirm address`}
      done={t`Your address is confirmed.`}
      name="confirmEmail"
    />
  );
}
