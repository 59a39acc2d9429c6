import type { User } from '@longhand/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useToast } from '../../ui/ToastProvider.tsx';

/** Says that the address of an account is not confirmed, and sends another link; nothing where it is, or where no mail goes out. */
export function AddressState({ user }: { user: User }) {
  const call = useCall();
  const show = useToast();
  const { data: settings } = useQuery({ queryKey: keys.settings, queryFn: ({ signal }) => call('getSettings', {}, signal) });
  const send = useMutation({
    mutationFn: () => call('sendConfirmation', {}),
    onSuccess: () => show({ title: 'Look into your mail', text: `A link is on its way to ${user.email}.` }),
    onError: (error) => show({ title: 'No link was sent', text: sentenceOf(error), isDestructive: true }),
  });
  if (user.emailConfirmed || settings?.mail !== true) return null;
  return (
    <div>
      <p className="dialogText">Your address is not confirmed: people cannot share with you by it, and no mail goes there.</p>
      <Button variant="default" onClick={() => send.mutate()} loading={send.isPending}>
        Send a link to confirm it
      </Button>
    </div>
  );
}
