import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useCall } from '../api/api-provider.tsx';
import { sentenceOf } from '../api/failure.ts';
import { LogoutAction } from './logout-action.tsx';
import { useUser } from './require-user.tsx';
import { currentUserKey } from './use-current-user.ts';
import classes from './require-user.module.css';

/**
 * Renders its children once the signed-in user's address is confirmed, if required; before that,
 * the instructions.
 */
export function ConfirmFirst({ children }: { children: ReactNode }) {
  const user = useUser();
  return user.mustConfirmEmail ? <NotYet user={user} /> : children;
}

function NotYet({ user }: { user: User }) {
  const call = useCall();
  const store = useQueryClient();
  const send = useMutation({ mutationFn: () => call('sendConfirmation', {}) });
  return (
    <main id="main" className={classes['page']}>
      <h1>{t`Confirm your email address`}</h1>
      <p className="soft">
        {t`We sent a link to ${{ email: user.email }}. Follow the link, then return to this page. This server requires a confirmed address.`}
      </p>
      {send.isSuccess && (
        <p role="status" className="soft">
          {t`A new link was sent.`}
        </p>
      )}
      {send.error !== null && (
        <p role="alert" className="soft">
          {sentenceOf(send.error)}
        </p>
      )}
      <Button onClick={() => void store.invalidateQueries({ queryKey: currentUserKey })}>
        {t`I have confirmed my address`}
      </Button>
      <Button variant="default" onClick={() => send.mutate()} aria-disabled={send.isPending}>
        {t`Send the link again`}
      </Button>
      <LogoutAction user={user}>
        {(start, isBusy) => (
          <Button variant="subtle" onClick={start} aria-busy={isBusy}>
            {t`Sign out`}
          </Button>
        )}
      </LogoutAction>
    </main>
  );
}
