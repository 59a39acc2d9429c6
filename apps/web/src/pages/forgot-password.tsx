import { t } from '@lingui/core/macro';
import { passwordForgotten } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { useCall } from '../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../api/failure.ts';
import { LinkPage } from '../features/account/links/link-page.tsx';
import { useFields } from '../ui/use-fields.ts';

/**
 * Form that requests a link for a new password. The response does not reveal if the account exists.
 */
export default function ForgotPasswordPage() {
  const fields = useFields(passwordForgotten, { email: '' });
  const call = useCall();
  const ask = useMutation({
    mutationFn: (email: string) => call('forgotPassword', { body: { email } }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const values = fields.check();
    if (values)
      ask.mutate(values.email, { onError: (error) => fields.refuse(fieldErrorsOf(error)) });
  }

  return (
    <LinkPage title={t`Forgot your password?`}>
      {ask.isSuccess ? (
        <p role="status">
          {t`If an account with this address exists, we sent a link to set a new password. It works for one hour. If this server cannot send email, ask its administrator.`}
        </p>
      ) : (
        <form className="form" onSubmit={submit} noValidate>
          <TextField
            label={t`Email`}
            type="email"
            autoComplete="email"
            {...fields.field('email')}
          />
          {ask.error !== null && <p role="alert">{sentenceOf(ask.error)}</p>}
          <Button type="submit" size="md" isBusy={ask.isPending}>
            {t`Send a link`}
          </Button>
        </form>
      )}
      <p>
        <Link to="/auth">{t`Back to Login`}</Link>
      </p>
    </LinkPage>
  );
}
