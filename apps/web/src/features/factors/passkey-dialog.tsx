import { t } from '@lingui/core/macro';
import { limits, type Passkey } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf } from '../../api/failure.ts';
import { createPasskey, passkeySentence } from '../../session/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';

type Props = {
  /** The passkey to rename; null to add one. */
  passkey: Passkey | null;
  /** Called with the recovery codes of a first factor. */
  onDone: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
};

/** Adds or renames a passkey. */
export function PasskeyDialog({ passkey, onDone, onClose }: Props) {
  const call = useCall();
  const [name, setName] = useState(passkey?.name ?? '');
  const save = useMutation({
    async mutationFn() {
      if (passkey !== null) {
        await call('updatePasskey', { params: { id: passkey.id }, body: { name } });
        return null;
      }
      const credential = await createPasskey(await call('startPasskey', {}));
      return (await call('addPasskey', { body: { name, credential } })).recoveryCodes;
    },
    onSuccess: onDone,
  });
  const error = save.error && (fieldErrorsOf(save.error)['name'] ?? passkeySentence(save.error));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  }

  return (
    <Dialog title={passkey === null ? t`Add a passkey` : t`Rename a passkey`} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={t`Name of the passkey`}
          description={t`The device or the security key that stores it`}
          maxLength={limits.passkeyNameMax}
          value={name}
          error={error ?? undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" isBusy={save.isPending} disabled={name.trim() === ''}>
            {passkey === null ? t`Create passkey` : t`Rename`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
