import { t } from '@lingui/core/macro';
import { limits, userChange, type UserChange } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { OwnerProof } from '../../session/owner-proof.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useWrong } from '../../ui/use-fields.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';

/**
 * Changes the password. This signs out all other devices and revokes the access tokens. An account
 * without one, or a server without passwords, has nothing to change.
 */
export function PasswordForm() {
  const { data: methods } = useSignInMethods();
  if (methods?.passwordSignIn === false)
    return (
      <p className="soft">{t`This server allows sign-in through an identity provider only.`}</p>
    );
  if (methods?.hasPassword === false) {
    return (
      <p className="soft">
        {t`Your account has no password. To set one, sign out and follow “Forgot your password?”.`}
      </p>
    );
  }
  return <ChangePassword />;
}

function ChangePassword() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const save = useMutation({
    mutationFn: (body: UserChange) => call('updateUser', { body }),
    onSuccess() {
      setCurrent('');
      setNew('');
      show({
        title: t`Password changed`,
        text: t`All other devices were signed out, and your access tokens were revoked.`,
      });
      void store.invalidateQueries({ queryKey: keys.tokens });
      return store.invalidateQueries({ queryKey: keys.sessions });
    },
    onError: (error) =>
      show({
        title: t`The password was not changed`,
        text: sentenceOf(error),
        isDestructive: true,
      }),
  });
  const { wrong, check } = useWrong(userChange);
  const errors = { ...fieldErrorsOf(save.error), ...wrong };

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = check({ ...(currentPassword !== '' && { currentPassword }), newPassword });
    if (body !== null) save.mutate(body);
  }

  return (
    <form className="form" onSubmit={submit} noValidate style={{ maxWidth: '28rem' }}>
      <OwnerProof value={currentPassword} error={errors['currentPassword']} onChange={setCurrent} />
      <PasswordField
        label={t`New password`}
        description={t`At least ${{ least: limits.passwordMin }} characters`}
        autoComplete="new-password"
        value={newPassword}
        error={errors['newPassword']}
        onChange={(event) => setNew(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" isBusy={save.isPending}>
          {t`Change password`}
        </Button>
      </div>
    </form>
  );
}
