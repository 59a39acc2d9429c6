import { plural, t } from '@lingui/core/macro';
import { limits, newInvitation, type Role } from '@longhand/contract';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { meaningOf, roleChoices } from '../../ui/roles.ts';
import { MadeInvitation } from './made-invitation.tsx';
import { useChangeInvitations } from './use-invitations.ts';

/** Options for the validity of an invitation (days). */
const terms = [1, 7, limits.invitationDays, 30, limits.invitationDaysMax];

/** Ways to invite. */
type Way = 'mail' | 'link';

type Props = { projectId: string; email?: string; onClose: () => void };

/**
 * Dialog that creates an invitation to a project, for one address or as a link. `email` is the
 * initial address.
 */
export default function InviteDialog({ projectId, email: given = '', onClose }: Props) {
  const { invite } = useChangeInvitations(projectId);
  const [way, setWay] = useState<Way>('mail');
  const [email, setEmail] = useState(given);
  const [role, setRole] = useState<Role>('editor');
  const [days, setDays] = useState<number>(limits.invitationDays);
  const [error, setError] = useState<string | undefined>();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const asked = { role, expiresInDays: days, ...(way === 'mail' ? { email: email.trim() } : {}) };
    const checked = newInvitation.safeParse(asked);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    invite.mutate(checked.data, {
      onError: (failure) => setError(fieldErrorsOf(failure)['email'] ?? sentenceOf(failure)),
    });
  }

  if (invite.data !== undefined)
    return <MadeInvitation invitation={invite.data} onClose={onClose} />;
  return (
    <Dialog title={t`Invite people`} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <WayField
          way={way}
          onChange={(chosen) => {
            setWay(chosen);
            setError(undefined);
          }}
        />
        {way === 'mail' && (
          <TextField
            label={t`Email`}
            type="email"
            autoComplete="off"
            data-autofocus
            value={email}
            error={error}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setError(undefined);
            }}
          />
        )}
        <RoleField role={role} onChange={setRole} />
        <TermField days={days} onChange={setDays} />
        {way === 'link' && error !== undefined && <p role="alert">{error}</p>}
        <div className="dialogButtons">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" isBusy={invite.isPending}>
            {way === 'mail' ? t`Create invitation` : t`Create link`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function WayField({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  return (
    <SelectField
      label={t`Invite`}
      options={[
        { value: 'mail', label: t`By email` },
        { value: 'link', label: t`With a link` },
      ]}
      value={way}
      onChange={(event) => onChange(event.currentTarget.value as Way)}
    />
  );
}

function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <SelectField
      label={t`Role`}
      description={meaningOf(role)}
      options={[...roleChoices]}
      value={role}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
    />
  );
}

function TermField({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  return (
    <SelectField
      label={t`Expires in`}
      options={terms.map((term) => ({
        value: String(term),
        label: plural(term, { one: '# day', other: '# days' }),
      }))}
      value={String(days)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
