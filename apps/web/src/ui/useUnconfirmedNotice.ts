import { useToast } from './ToastProvider.tsx';

/** What is known of somebody who was just added. */
type Added = { readonly addressUnconfirmed: boolean; readonly user: { readonly name: string; readonly username: string } };

/** Tells whoever shared something by an address that nobody has confirmed whose account has it. */
export function useUnconfirmedNotice(): (added: Added) => void {
  const show = useToast();
  return ({ addressUnconfirmed, user }) => {
    if (!addressUnconfirmed) return;
    show({
      title: 'This address is not confirmed',
      text: `It was shared with ${user.name} (${user.username}), who has not confirmed this email address. Remove them if you meant someone else.`,
      isDestructive: true,
    });
  };
}
