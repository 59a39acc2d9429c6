import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Identity } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { OwnerProof } from '../../session/owner-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useSignInMethods } from './use-sign-in-methods.ts';

/** A change of the sign-in methods that has to be confirmed. */
type Change =
  | { readonly kind: 'connect'; readonly id: string; readonly name: string }
  | { readonly kind: 'disconnect'; readonly id: string; readonly name: string };

/** Identities of providers with which the user may sign in: connected and disconnected here. */
export function SignInMethods() {
  const [change, setChange] = useState<Change | null>(null);
  const { data, error } = useSignInMethods();
  if (error && !data)
    return <Unreadable what={t`Your sign-in methods`} sentence={sentenceOf(error)} />;
  if (!data) return <RowSkeletons count={1} />;
  if (data.identities.length === 0 && data.choices.length === 0)
    return <p className="soft">{t`This server has no identity providers.`}</p>;
  return (
    <>
      <ul className="rows records">
        {data.identities.map((identity) => (
          <li key={identity.id} className="spread">
            <IdentityState identity={identity} />
            <Button
              variant="default"
              size="xs"
              onClick={() =>
                setChange({ kind: 'disconnect', id: identity.id, name: identity.provider.name })
              }
            >
              {t`Disconnect ${{ name: identity.provider.name }}`}
            </Button>
          </li>
        ))}
      </ul>
      <div className="row">
        {data.choices.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            onClick={() => setChange({ kind: 'connect', id, name })}
          >
            {t`Connect ${name}`}
          </Button>
        ))}
      </div>
      {change !== null && <ConfirmChange change={change} onClose={() => setChange(null)} />}
    </>
  );
}

function IdentityState({ identity }: { identity: Identity }) {
  const { provider, email, createdAt, lastSignInAt } = identity;
  return (
    <div>
      <strong className="firm">{provider.name}</strong>
      <p className="soft small">
        {email !== null && `${email} · `}
        <Trans>
          connected <RelativeTime at={createdAt} />
        </Trans>{' '}
        ·{' '}
        {lastSignInAt === null ? (
          t`never used`
        ) : (
          <Trans>
            used <RelativeTime at={lastSignInAt} />
          </Trans>
        )}
      </p>
    </div>
  );
}

/** Connects or disconnects an identity. */
function useChange(change: Change, onClose: () => void) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    async mutationFn(currentPassword: string) {
      const asked = {
        params: { id: change.id },
        body: currentPassword === '' ? {} : { currentPassword },
      };
      if (change.kind === 'connect') location.assign((await call('connectIdentity', asked)).url);
      else await call('disconnectIdentity', asked);
    },
    onSuccess() {
      if (change.kind === 'connect') return undefined;
      show({
        title: t`Disconnected`,
        text: t`${{ name: change.name }} does not sign in to your account.`,
      });
      onClose();
      return store.invalidateQueries({ queryKey: keys.signInMethods });
    },
  });
}

function ConfirmChange({ change, onClose }: { change: Change; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const send = useChange(change, onClose);
  const verb = change.kind === 'connect' ? t`Connect` : t`Disconnect`;
  const error =
    send.error && (fieldErrorsOf(send.error)['currentPassword'] ?? sentenceOf(send.error));

  function submit(event: FormEvent): void {
    event.preventDefault();
    send.mutate(password);
  }

  return (
    <Dialog
      title={
        change.kind === 'connect'
          ? t`Connect ${{ name: change.name }}`
          : t`Disconnect ${{ name: change.name }}`
      }
      onClose={onClose}
    >
      <form className="form" onSubmit={submit} noValidate>
        <p>
          {change.kind === 'connect'
            ? t`You sign in at ${{ name: change.name }} next, and return here.`
            : t`You cannot sign in with ${{ name: change.name }} any more. Other devices that used it are signed out.`}
        </p>
        <OwnerProof value={password} error={error ?? undefined} onChange={setPassword} />
        <div>
          <Button
            type="submit"
            isBusy={send.isPending || (send.isSuccess && change.kind === 'connect')}
          >
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
