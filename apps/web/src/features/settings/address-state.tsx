import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useToast } from '../../ui/toast-provider.tsx';

/**
 * Hint that the account's address is not confirmed, with a button that sends another link. Renders
 * nothing for a confirmed address, or if the server sends no mail.
 */
export function AddressState({ user }: { user: User }) {
  const call = useCall();
  const show = useToast();
  const { data: settings } = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call('getSettings', {}, signal),
  });
  const send = useMutation({
    mutationFn: () => call('sendConfirmation', {}),
    onSuccess: () =>
      show({ title: t`Check your email`, text: t`We sent a link to ${{ email: user.email }}.` }),
    onError: (error) =>
      show({ title: t`The link was not sent`, text: sentenceOf(error), isDestructive: true }),
  });
  if (user.emailConfirmed || settings?.mail !== true) return null;
  return (
    <div>
      <p className="dialogText">
        {t`Your email address is not confirmed. It cannot be used for sharing, and no email is sent to it.`}
      </p>
      <Button variant="default" onClick={() => send.mutate()} isBusy={send.isPending}>
        {t`Send confirmation link`}
      </Button>
    </div>
  );
}
