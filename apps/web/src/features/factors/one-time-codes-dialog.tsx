import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { QrCode } from './qr-code.tsx';
import classes from './factors.module.css';

type Props = {
  /** Called after the activation, with the recovery codes of a first factor. */
  onAdded: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
};

/** Sets up one-time codes: the secret for the app, and the first code, which activates them. */
export default function OneTimeCodesDialog({ onAdded, onClose }: Props) {
  const call = useCall();
  const [code, setCode] = useState('');
  const started = useQuery({
    queryKey: ['started-one-time-codes'],
    queryFn: () => call('startOneTimeCodes', {}),
    // Each dialog has a secret of its own.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const activate = useMutation({
    mutationFn: () => call('activateOneTimeCodes', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const error =
    activate.error && (fieldErrorsOf(activate.error)['code'] ?? sentenceOf(activate.error));

  function submit(event: FormEvent): void {
    event.preventDefault();
    activate.mutate();
  }

  return (
    <Dialog title={t`Set up one-time codes`} onClose={onClose}>
      {started.isPending && <RowSkeletons count={3} />}
      {started.error !== null && <p role="alert">{sentenceOf(started.error)}</p>}
      {started.data && (
        <form className="form" onSubmit={submit} noValidate>
          <p>{t`Scan this with your authenticator app, or type the secret into it.`}</p>
          <QrCode text={started.data.url} label={t`QR code of the secret`} />
          <p className={`wraps ${classes['secret']}`}>{started.data.secret}</p>
          <TextField
            label={t`First code`}
            description={t`The six digits that the app shows now`}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            error={error ?? undefined}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" isBusy={activate.isPending}>
              {t`Activate`}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
