import { t } from '@lingui/core/macro';
import { limits, registration } from '@longhand/contract';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { fieldErrorsOf } from '../../api/failure.ts';
import { useRegister } from '../../session/entering.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useFields } from '../../ui/use-fields.ts';

/** Sign-up form. `from`: the page to open afterwards; `email`: the address of the invitation. */
export function RegisterForm({ from, email }: { from: unknown; email: string }) {
  const fields = useFields(registration, { name: '', username: '', email, password: '' });
  const register = useRegister(from);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const values = fields.check();
    if (values)
      register.mutate(values, { onError: (error) => fields.refuse(fieldErrorsOf(error)) });
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label={t`Name`}
        description={t`Visible to other people`}
        autoComplete="name"
        {...fields.field('name')}
      />
      <TextField
        label={t`Username`}
        description={t`${{ usernameMin: limits.usernameMin }} to ${{ usernameMax: limits.usernameMax }} characters`}
        autoComplete="username"
        autoCapitalize="none"
        {...fields.field('username')}
      />
      <TextField label={t`Email`} type="email" autoComplete="email" {...fields.field('email')} />
      <PasswordField
        label={t`Password`}
        description={t`At least ${{ passwordMin: limits.passwordMin }} characters`}
        autoComplete="new-password"
        {...fields.field('password')}
      />
      <Button type="submit" size="md" isBusy={register.isPending || register.isSuccess} isWide>
        {t`Sign up`}
      </Button>
    </form>
  );
}
