import { t } from '@lingui/core/macro';
import type { Factors, OwnerProof } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useCall } from '../api/api-provider.tsx';
import { fieldErrorsOf } from '../api/failure.ts';
import { askForPasskey, passkeySentence } from './passkeys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { canUsePasskey, hasCodes, useFactorsChanged } from './use-factors.ts';

type Props = {
  factors: Factors;
  /** Called after the confirmation. */
  onConfirmed: () => void;
  onClose: () => void;
};

/** Sends a proof of the owner of the account. Null: asks for a passkey. */
function useConfirm(onConfirmed: () => void) {
  const call = useCall();
  const changed = useFactorsChanged();
  return useMutation({
    async mutationFn(proof: OwnerProof | null) {
      const body = proof ?? {
        credential: await askForPasskey(await call('startConfirmation', {})),
      };
      return call('confirmOwner', { body });
    },
    async onSuccess() {
      await changed();
      onConfirmed();
    },
  });
}

type WaysProps = {
  factors: Factors;
  byCode: boolean;
  isBusy: boolean;
  onPasskey: () => void;
  onSwitch: () => void;
};

/** Buttons of the ways to confirm. */
function Ways({ factors, byCode, isBusy, onPasskey, onSwitch }: WaysProps) {
  return (
    <div className="row">
      {(byCode || factors.hasPassword) && (
        <Button type="submit" isBusy={isBusy}>
          {t`Confirm`}
        </Button>
      )}
      {canUsePasskey(factors) && (
        <Button variant="default" disabled={isBusy} onClick={onPasskey}>
          {t`Use a passkey`}
        </Button>
      )}
      {hasCodes(factors) && factors.hasPassword && (
        <Button variant="default" onClick={onSwitch}>
          {byCode ? t`Use the password` : t`Use a code`}
        </Button>
      )}
    </div>
  );
}

/** Asks for the password, a code or a passkey before a sensitive change. */
export function ConfirmOwner({ factors, onConfirmed, onClose }: Props) {
  const [byCode, setByCode] = useState(!factors.hasPassword && hasCodes(factors));
  const [text, setText] = useState('');
  const confirm = useConfirm(onConfirmed);
  const name = byCode ? 'code' : 'currentPassword';
  const error =
    confirm.error && (fieldErrorsOf(confirm.error)[name] ?? passkeySentence(confirm.error));
  const hasField = byCode || factors.hasPassword;

  function submit(event: FormEvent): void {
    event.preventDefault();
    // React passes it on to a form that contains this dialog.
    event.stopPropagation();
    confirm.mutate({ [name]: text });
  }

  const field = {
    value: text,
    error: error ?? undefined,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  };
  return (
    <Dialog title={t`Confirm that it is you`} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        {!hasField && !canUsePasskey(factors) && (
          <p>
            {t`Your account has no password. Sign out, sign in through your identity provider, and repeat this within ten minutes.`}
          </p>
        )}
        {byCode && <TextField label={t`Code`} autoComplete="one-time-code" {...field} />}
        {!byCode && hasField && (
          <PasswordField label={t`Current password`} autoComplete="current-password" {...field} />
        )}
        {!hasField && error !== null && <p role="alert">{error}</p>}
        <Ways
          factors={factors}
          byCode={byCode}
          isBusy={confirm.isPending}
          onPasskey={() => confirm.mutate(null)}
          onSwitch={() => {
            setByCode(!byCode);
            setText('');
            confirm.reset();
          }}
        />
      </form>
    </Dialog>
  );
}
