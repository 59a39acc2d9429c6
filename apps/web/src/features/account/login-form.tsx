import { credentials } from '@longhand/contract';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { fieldErrorsOf } from '../../api/failure.ts';
import { useLogin } from '../../session/entering.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useFields } from '../../ui/use-fields.ts';

/** Sign-in form with user name or e-mail address. `from` is the requested page. */
export function LoginForm({ from }: { from: unknown }) {
  const fields = useFields(credentials, { username: '', password: '' });
  const login = useLogin(from);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const values = fields.check();
    if (values) login.mutate(values, { onError: (error) => fields.refuse(fieldErrorsOf(error)) });
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label="Username"
        description="Or the email address of your account"
        autoComplete="username"
        autoCapitalize="none"
        {...fields.field('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...fields.field('password')}
      />
      <Button type="submit" size="md" isBusy={login.isPending || login.isSuccess} isWide>
        Log in
      </Button>
      <Link to="/auth/forgot-password">Forgot your password?</Link>
    </form>
  );
}
