import { t } from '@lingui/core/macro';
import { limits, newPassword } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { useCall } from '../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../api/failure.ts';
import { LinkPage, NoLink } from '../features/account/links/link-page.tsx';
import { useLinkToken } from '../features/account/links/use-link-token.ts';
import { PasswordField } from '../ui/password-field.tsx';

/** Form that sets a new password with a token from a mail. It signs out all devices. */
export default function ResetPasswordPage() {
  const token = useLinkToken();
  return (
    <LinkPage title={t`Set a new password`}>
      {token === null ? (
        <NoLink>
          <p>
            <Link to="/auth/forgot-password">{t`Request a new link`}</Link>
          </p>
        </NoLink>
      ) : (
        <NewPassword token={token} />
      )}
    </LinkPage>
  );
}

function NewPassword({ token }: { token: string }) {
  const call = useCall();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const set = useMutation({
    mutationFn: (given: string) => call('resetPassword', { body: { token, password: given } }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const checked = newPassword.safeParse(password);
    setProblem(checked.success ? undefined : checked.error.issues[0]?.message);
    if (!checked.success) return;
    set.mutate(password, {
      onError: (error) => setProblem(fieldErrorsOf(error)['password'] ?? sentenceOf(error)),
    });
  }

  if (set.isSuccess) {
    return (
      <>
        <p role="status">{t`Your password has been changed. All devices were signed out.`}</p>
        <p>
          <Link to="/auth">{t`Log in`}</Link>
        </p>
      </>
    );
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <PasswordField
        label={t`New password`}
        description={t`At least ${{ passwordMin: limits.passwordMin }} characters`}
        autoComplete="new-password"
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" size="md" isBusy={set.isPending}>
        {t`Set password`}
      </Button>
    </form>
  );
}
