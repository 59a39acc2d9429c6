import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Factors as Own, Passkey } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { hasPasskeys } from '../../session/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Unreadable } from '../../ui/empty-state.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { ConfirmOwner } from '../../session/confirm-owner.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { isConfirmed, useFactors, useFactorsChanged } from '../../session/use-factors.ts';
import classes from './factors.module.css';

const OneTimeCodesDialog = onDemand(() => import('./one-time-codes-dialog.tsx'));

/** A change of the factors. Those that open a dialog send it themselves. */
type Change =
  | { readonly kind: 'add-passkey' | 'set-up-codes' | 'remove-codes' | 'renew' }
  | { readonly kind: 'remove-passkey'; readonly id: string };

/** A dialog over the list. */
type Shown =
  | { readonly kind: 'confirm'; readonly next: Change }
  | { readonly kind: 'add-passkey' | 'set-up-codes' }
  | { readonly kind: 'rename'; readonly passkey: Passkey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/**
 * Second factors of the signed-in user: passkeys, one-time codes and recovery codes. `onAdded` is
 * called when a factor was added, and its recovery codes were shown.
 */
export function Factors({ onAdded }: { onAdded?: () => void }) {
  const { data, error } = useFactors();
  if (error && !data)
    return <Unreadable what={t`Your second factors`} sentence={sentenceOf(error)} />;
  return data ? <OwnFactors factors={data} onAdded={onAdded} /> : <RowSkeletons count={2} />;
}

/** Sends the changes that need no dialog. */
function useChange(show: (shown: Shown | null) => void) {
  const call = useCall();
  const changed = useFactorsChanged();
  const toast = useToast();
  return useMutation({
    async mutationFn(change: Change) {
      if (change.kind === 'remove-passkey')
        await call('deletePasskey', { params: { id: change.id } });
      if (change.kind === 'remove-codes') await call('deleteOneTimeCodes', {});
      return change.kind === 'renew' ? (await call('renewRecoveryCodes', {})).recoveryCodes : null;
    },
    onSuccess(codes) {
      show(codes === null ? null : { kind: 'codes', codes });
      if (codes === null)
        toast({ title: t`Removed`, text: t`Your other devices were signed out.` });
      return changed();
    },
    onError: (error) =>
      toast({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
}

function OwnFactors({ factors, onAdded }: { factors: Own; onAdded: (() => void) | undefined }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const changed = useFactorsChanged();
  const change = useChange(setShown);
  const close = (): void => setShown(null);

  /** Makes a change whose confirmation is valid. */
  function make(next: Change): void {
    if (next.kind === 'add-passkey' || next.kind === 'set-up-codes')
      return setShown({ kind: next.kind });
    setShown(null);
    change.mutate(next);
  }
  function start(next: Change): void {
    if (isConfirmed(factors)) make(next);
    else setShown({ kind: 'confirm', next });
  }
  function added(codes: string[] | null): void {
    setShown(codes === null ? null : { kind: 'codes', codes });
    void changed();
    if (codes === null) onAdded?.();
  }

  return (
    <>
      <FactorLists factors={factors} isBusy={change.isPending} onStart={start} onShow={setShown} />
      {shown?.kind === 'confirm' && (
        <ConfirmOwner factors={factors} onConfirmed={() => make(shown.next)} onClose={close} />
      )}
      {shown?.kind === 'add-passkey' && (
        <PasskeyDialog passkey={null} onDone={added} onClose={close} />
      )}
      {shown?.kind === 'rename' && (
        <PasskeyDialog
          passkey={shown.passkey}
          onDone={() => {
            close();
            void changed();
          }}
          onClose={close}
        />
      )}
      {shown?.kind === 'set-up-codes' && <OneTimeCodesDialog onAdded={added} onClose={close} />}
      {shown?.kind === 'codes' && (
        <RecoveryCodesDialog
          codes={shown.codes}
          onClose={() => {
            close();
            onAdded?.();
          }}
        />
      )}
    </>
  );
}

type ListsProps = {
  factors: Own;
  isBusy: boolean;
  onStart: (change: Change) => void;
  onShow: (shown: Shown) => void;
};

function FactorLists({ factors, isBusy, onStart, onShow }: ListsProps) {
  const { passkeys, oneTimeCodesSince, recoveryCodesLeft } = factors;
  const hasFactor = passkeys.length > 0 || oneTimeCodesSince !== null;
  const small = { variant: 'default', size: 'xs', disabled: isBusy } as const;
  return (
    <>
      <p className="soft">
        {t`A second factor protects your account if your password becomes known. A passkey also signs you in without the password.`}
      </p>
      <Passkeys factors={factors} isBusy={isBusy} onStart={onStart} onShow={onShow} />
      <h3 className={classes['part']}>{t`One-time codes`}</h3>
      {oneTimeCodesSince === null ? (
        <Button variant="default" onClick={() => onStart({ kind: 'set-up-codes' })}>
          {t`Set up one-time codes`}
        </Button>
      ) : (
        <div className="spread records">
          <p>
            <Trans>
              Codes of an authenticator app, since <RelativeTime at={oneTimeCodesSince} />
            </Trans>
          </p>
          <Button {...small} onClick={() => onStart({ kind: 'remove-codes' })}>
            {t`Remove one-time codes`}
          </Button>
        </div>
      )}
      {hasFactor && (
        <>
          <h3 className={classes['part']}>{t`Recovery codes`}</h3>
          <div className="spread records">
            <p>{plural(recoveryCodesLeft, { one: '# left', other: '# left' })}</p>
            <Button {...small} onClick={() => onStart({ kind: 'renew' })}>
              {t`Renew recovery codes`}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** Passkeys of the user, with their actions. */
function Passkeys({ factors, isBusy, onStart, onShow }: ListsProps) {
  const { passkeys, canAddPasskeys } = factors;
  const small = { variant: 'default', size: 'xs', disabled: isBusy } as const;
  return (
    <>
      <h3 className={classes['part']}>{t`Passkeys`}</h3>
      <ul className="rows records">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="spread">
            <PasskeyState passkey={passkey} />
            <div className="row">
              <Button {...small} onClick={() => onShow({ kind: 'rename', passkey })}>
                {t`Rename ${{ name: passkey.name }}`}
              </Button>
              <Button
                {...small}
                onClick={() => onStart({ kind: 'remove-passkey', id: passkey.id })}
              >
                {t`Remove ${{ name: passkey.name }}`}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {canAddPasskeys && hasPasskeys() ? (
        <Button variant="default" onClick={() => onStart({ kind: 'add-passkey' })}>
          {t`Add a passkey`}
        </Button>
      ) : (
        <p className="soft small">
          {canAddPasskeys
            ? t`This browser has no passkeys.`
            : t`Passkeys need a server with a host name over HTTPS.`}
        </p>
      )}
    </>
  );
}

function PasskeyState({ passkey }: { passkey: Passkey }) {
  const { name, isBackedUp, createdAt, lastUsedAt } = passkey;
  return (
    <div>
      <strong className="firm">{name}</strong>
      <p className="soft small">
        <Trans>
          added <RelativeTime at={createdAt} />
        </Trans>{' '}
        ·{' '}
        {lastUsedAt === null ? (
          t`never used`
        ) : (
          <Trans>
            used <RelativeTime at={lastUsedAt} />
          </Trans>
        )}{' '}
        · {isBackedUp ? t`backed up` : t`on one device only`}
      </p>
    </div>
  );
}
