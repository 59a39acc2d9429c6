import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { guestEntry, type GuestRole } from '@longhand/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { displayTitle } from '../../../language/display-title.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useCall } from '../../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../../api/failure.ts';
import { keys } from '../../../api/keys.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { RowSkeletons } from '../../../ui/skeletons.tsx';
import { useFields } from '../../../ui/use-fields.ts';

const allowed: Readonly<Record<GuestRole, string>> = {
  viewer: t`You can read it.`,
  reviewer: t`You can read it, comment on it and suggest changes.`,
  editor: t`You can read, comment and write.`,
};

/** Entry form of a guest link: a name, and the link's password if it has one. */
export function EnterForm({ token }: { token: string }) {
  const call = useCall();
  const { data: offer, error } = useQuery({
    queryKey: keys.guestLink(token),
    queryFn: ({ signal }) => call('lookAtGuestLink', { body: { token } }, signal),
    staleTime: Infinity,
  });
  if (error !== null) return <p role="alert">{sentenceOf(error)}</p>;
  if (offer === undefined) return <RowSkeletons count={2} />;
  return (
    <>
      <p>
        {offer.title === null ? (
          <Trans>
            <strong>{offer.inviterName}</strong> invited you to a document.
          </Trans>
        ) : (
          <Trans>
            <strong>{offer.inviterName}</strong> invited you to{' '}
            <strong>“{displayTitle(offer.title)}”</strong>.
          </Trans>
        )}{' '}
        {allowed[offer.role]} {t`Others see the name you enter here, and that you are a guest.`}
      </p>
      <Fields token={token} needsPassword={offer.needsPassword} />
    </>
  );
}

function Fields({ token, needsPassword }: { token: string; needsPassword: boolean }) {
  const call = useCall();
  const navigate = useNavigate();
  const fields = useFields(
    guestEntry,
    needsPassword ? { token, name: '', password: '' } : { token, name: '' },
  );
  const enter = useMutation({
    mutationFn: (body: ReturnType<typeof guestEntry.parse>) => call('enterAsGuest', { body }),
    onSuccess: ({ documentId }) => void navigate(`/guest/${documentId}`, { replace: true }),
    onError(error) {
      fields.refuse(fieldErrorsOf(error));
    },
  });
  const said =
    enter.error === null || Object.keys(fieldErrorsOf(enter.error)).length > 0
      ? null
      : sentenceOf(enter.error);
  return (
    <form
      className="form"
      noValidate
      aria-label={t`Join as guest`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        const values = fields.check();
        if (values !== null) enter.mutate(values);
      }}
    >
      <TextField label={t`Your name`} autoComplete="name" {...fields.field('name')} />
      {needsPassword && (
        <PasswordField label={t`Link password`} autoComplete="off" {...fields.field('password')} />
      )}
      {said !== null && <p role="alert">{said}</p>}
      <Button type="submit" isBusy={enter.isPending}>
        {t`Join as guest`}
      </Button>
    </form>
  );
}
