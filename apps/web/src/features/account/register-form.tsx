import { Button, TextInput } from '@mantine/core';
import { limits, registration } from '@longhand/contract';
import type { FormEvent } from 'react';
import { fieldErrorsOf } from '../../api/failure.ts';
import { useRegister } from '../../session/entering.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useFields } from '../../ui/use-fields.ts';
import '../../ui/field.css';

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
      <TextInput
        label="Name"
        description="Visible to other people"
        autoComplete="name"
        {...fields.field('name')}
      />
      <TextInput
        label="Username"
        description={`${limits.usernameMin} to ${limits.usernameMax} characters`}
        autoComplete="username"
        autoCapitalize="none"
        {...fields.field('username')}
      />
      <TextInput label="Email" type="email" autoComplete="email" {...fields.field('email')} />
      <PasswordField
        label="Password"
        description={`At least ${limits.passwordMin} characters`}
        autoComplete="new-password"
        {...fields.field('password')}
      />
      <Button type="submit" size="md" loading={register.isPending || register.isSuccess} fullWidth>
        Sign up
      </Button>
    </form>
  );
}
