import { t } from '@lingui/core/macro';
import { userChange, type User, type UserChange } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { OwnerProof } from '../../session/owner-proof.tsx';
import { currentUserKey } from '../../session/use-current-user.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { useWrong } from '../../ui/use-fields.ts';
import { AddressState } from './address-state.tsx';

/**
 * Form for name, user name and address. A new address requires the password, and a confirmation if
 * the server sends mail.
 */
export function ProfileForm({ user }: { user: User }) {
  const [values, setValues] = useState(() => valuesOf(user));
  const isNewAddress = values.email !== user.email;
  const save = useSave((after) => {
    setValues((before) => ({ ...before, email: after.email, currentPassword: '' }));
    return isNewAddress && after.email === user.email;
  });
  const { wrong, check } = useWrong(userChange);
  const errors = { ...fieldErrorsOf(save.error), ...wrong };
  const enter = (part: Partial<typeof values>): void =>
    setValues((before) => ({ ...before, ...part }));
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      enter({ [name]: event.currentTarget.value }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { name, username, email, currentPassword } = values;
    const proof = currentPassword !== '' && { currentPassword };
    const body = check({ name, username, ...(isNewAddress && { email, ...proof }) });
    if (body !== null) save.mutate(body);
  }

  return (
    <form className="form" onSubmit={submit} noValidate style={{ maxWidth: '28rem' }}>
      <TextField
        label={t`Name`}
        description={t`Visible to other people`}
        autoComplete="name"
        {...field('name')}
      />
      <TextField
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        {...field('username')}
      />
      <TextField label={t`Email`} type="email" autoComplete="email" {...field('email')} />
      <AddressState user={user} />
      {isNewAddress && (
        <OwnerProof
          description={t`Required to change the email address`}
          value={values.currentPassword}
          error={errors['currentPassword']}
          onChange={(currentPassword) => enter({ currentPassword })}
        />
      )}
      <div>
        <Button type="submit" isBusy={save.isPending}>
          {t`Save`}
        </Button>
      </div>
    </form>
  );
}

function valuesOf({ name, username, email }: User) {
  return { name, username, email, currentPassword: '' };
}

/**
 * Saves the profile. `onSuccess` takes the saved user, and returns true if a new address is not
 * confirmed yet.
 */
function useSave(onSuccess: (after: User) => boolean) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn: (body: UserChange) => call('updateUser', { body }),
    onSuccess(after) {
      storeAnswer(store, currentUserKey, after);
      show(
        onSuccess(after)
          ? {
              title: t`Confirm your new address`,
              text: t`We sent a link to it. Your old address stays in use until you follow the link.`,
            }
          : { title: t`Saved`, text: t`Your profile is up to date.` },
      );
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
}
