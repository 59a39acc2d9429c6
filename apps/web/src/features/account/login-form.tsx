import { t } from '@lingui/core/macro';
import { credentials, type PendingSignIn } from '@longhand/contract';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { fieldErrorsOf } from '../../api/failure.ts';
import { useLogin } from '../../session/entering.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { afterwards } from '../../ui/on-demand.tsx';
import { useFields } from '../../ui/use-fields.ts';

const PasskeyButton = afterwards(() => import('./passkey-button.tsx'));
const SecondStep = afterwards(() => import('./second-step.tsx'));

/**
 * Sign-in form with user name or e-mail address, or with a passkey if the server allows it. `from`
 * is the requested page.
 */
export function LoginForm({ from, hasPasskeys }: { from: unknown; hasPasskeys: boolean }) {
  const fields = useFields(credentials, { username: '', password: '' });
  const [factors, setFactors] = useState<PendingSignIn['secondFactor'] | null>(null);
  const login = useLogin(from, setFactors);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const values = fields.check();
    if (values) login.mutate(values, { onError: (error) => fields.refuse(fieldErrorsOf(error)) });
  }

  function back(): void {
    setFactors(null);
    login.reset();
  }

  if (factors !== null) return <SecondStep factors={factors} from={from} onBack={back} />;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label={t`Username`}
        description={t`Or the email address of your account`}
        autoComplete="username"
        autoCapitalize="none"
        {...fields.field('username')}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        {...fields.field('password')}
      />
      <Button type="submit" size="md" isBusy={login.isPending || login.isSuccess} isWide>
        {t`Log in`}
      </Button>
      {hasPasskeys && <PasskeyButton from={from} />}
      <Link to="/auth/forgot-password">{t`Forgot your password?`}</Link>
    </form>
  );
}
