import { t } from '@lingui/core/macro';
import type { PendingSignIn } from '@longhand/contract';
import { useState, type FormEvent } from 'react';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { useCodeSignIn } from '../../session/second-step.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import PasskeyButton from './passkey-button.tsx';

/** Moves the focus into a field that has just replaced another one. */
const focus = (field: HTMLInputElement | null): void => field?.focus();

type Props = {
  factors: PendingSignIn['secondFactor'];
  from: unknown;
  /** Returns to the password. */
  onBack: () => void;
};

/** Second step of a sign-in, after the password: a code or a passkey. */
export default function SecondStep({ factors, from, onBack }: Props) {
  const [code, setCode] = useState('');
  const send = useCodeSignIn(from);
  const error = send.error && (fieldErrorsOf(send.error)['code'] ?? sentenceOf(send.error));

  function submit(event: FormEvent): void {
    event.preventDefault();
    send.mutate(code);
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      <p role="status">{t`Your password is correct. Confirm the sign-in with your second factor.`}</p>
      {factors.passkeys && <PasskeyButton from={from} />}
      <TextField
        label={t`Code`}
        description={t`From your authenticator app, or a recovery code`}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        ref={focus}
        value={code}
        error={error ?? undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" isWide isBusy={send.isPending || send.isSuccess}>
        {t`Confirm`}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {t`Back to the password`}
      </Button>
    </form>
  );
}
