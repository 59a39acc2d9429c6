import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { departureAddress } from '../../session/addresses.ts';
import { useSession } from '../../session/session-provider.tsx';
import { wipeBrowser } from '../../device/wipe.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useSignInMethods } from './use-sign-in-methods.ts';

/** Deletes the account. The consequences are above the button, and the password is required. */
export function DeleteAccount() {
  const call = useCall();
  const { spared } = useSession();
  const { data: methods } = useSignInMethods();
  const [currentPassword, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => call('deleteUser', { body: { currentPassword } }),
    async onSuccess() {
      await wipeBrowser(spared);
      location.assign(departureAddress(Date.now()));
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    remove.mutate();
  }

  return (
    <form className="form" onSubmit={submit} noValidate style={{ maxWidth: '32rem' }}>
      <p style={{ lineHeight: 1.6 }}>
        Your text in projects stays, under the name <em>A former member</em>. Your personal drafts
        are moved to the trash and deleted with it. Your username and address become available
        again. First transfer or delete the projects of which you are the only owner.
      </p>
      {methods?.hasPassword === false && (
        <p className="soft">
          Your account has no password: leave the field empty. You must have signed in less than ten
          minutes ago.
        </p>
      )}
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={currentPassword}
        error={remove.error ? sentenceOf(remove.error) : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="danger" isBusy={remove.isPending || remove.isSuccess}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}
