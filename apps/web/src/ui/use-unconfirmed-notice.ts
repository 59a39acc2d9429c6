import { t } from '@lingui/core/macro';
import { useToast } from './toast-provider.tsx';

/** Data of a person who was just added. */
type Added = {
  readonly addressUnconfirmed: boolean;
  readonly user: { readonly name: string; readonly username: string };
};

/**
 * Returns a function that warns the user if they shared something with an unconfirmed email
 * address, and names its account.
 */
export function useUnconfirmedNotice(): (added: Added) => void {
  const show = useToast();
  return ({ addressUnconfirmed, user }) => {
    if (!addressUnconfirmed) return;
    show({
      title: t`This address is not confirmed`,
      text: t`You shared with ${{ name: user.name }} (${{ username: user.username }}). This person has not confirmed the email address. Remove them if you meant another person.`,
      isDestructive: true,
    });
  };
}
