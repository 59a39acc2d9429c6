import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AdminUser, AdminUserChange } from '@longhand/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AdminList } from './admin-list.tsx';
import { ErasePerson } from './erase-person.tsx';
import { Erasures } from './erasures.tsx';
import { FormerMembers } from './former-members.tsx';
import { SendData } from './send-data.tsx';
import { useChange } from './use-change.ts';

/** An action on an account that needs a dialog. */
type Chosen = { action: 'erase' | 'send'; user: AdminUser };

/** All accounts, with the actions of an administrator. */
export function PeopleAdmin() {
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  const list = useList([...keys.admin('people'), wanted], (call, cursor, signal) =>
    call('listUsers', { query: { ...cursor, ...(wanted.trim() ? { q: wanted } : {}) } }, signal),
  );
  return (
    <>
      <TextField
        label={t`Find a person`}
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        style={{ maxWidth: '24rem', marginBlockEnd: '1rem' }}
      />
      <AdminList
        list={list}
        what={t`People`}
        empty={t`No people found.`}
        keyOf={({ id }) => id}
        row={(user) => <Row user={user} onChoose={(action) => setChosen({ action, user })} />}
      />
      <Erasures />
      <FormerMembers />
      {chosen?.action === 'erase' && <ErasePerson user={chosen.user} onClose={close} />}
      {chosen?.action === 'send' && <SendData user={chosen.user} onClose={close} />}
    </>
  );
}

/** Name and state of an account. */
function PersonState({ user }: { user: AdminUser }) {
  return (
    <div>
      <strong className="firm">
        {user.name} ({user.username})
      </strong>
      <p>
        {user.email} ·{' '}
        <Trans>
          since <RelativeTime at={user.createdAt} />
        </Trans>
        {user.isAdmin && ` · ${t`administrator`}`}
        {user.isDemo && ` · ${t`demo`}`}
        {user.hasSecondFactor && ` · ${t`second factor`}`}
        {user.disabledAt !== null && ` · ${t`disabled`}`}
      </p>
    </div>
  );
}

type RowProps = { user: AdminUser; onChoose: (action: Chosen['action']) => void };

function Row({ user, onChoose }: RowProps) {
  const change = useChange({
    send: (call, body: AdminUserChange) => call('changeUser', { params: { id: user.id }, body }),
    changes: [keys.admin('people')],
    done: { title: t`Saved`, text: t`The account of ${{ name: user.name }} was changed.` },
  });
  const isDisabled = user.disabledAt !== null;
  return (
    <>
      <PersonState user={user} />
      {!user.isDemo && (
        <div className="row">
          <Button
            size="xs"
            variant="default"
            aria-disabled={change.isPending}
            onClick={() => change.mutate({ isAdmin: !user.isAdmin })}
            aria-label={
              user.isAdmin
                ? t`Remove as administrator: ${{ name: user.name }}`
                : t`Make administrator: ${{ name: user.name }}`
            }
          >
            {user.isAdmin ? t`Remove as administrator` : t`Make administrator`}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-disabled={change.isPending}
            onClick={() => change.mutate({ disabled: !isDisabled })}
            aria-label={
              isDisabled ? t`Enable ${{ name: user.name }}` : t`Disable ${{ name: user.name }}`
            }
          >
            {isDisabled ? t`Enable` : t`Disable`}
          </Button>
          {user.hasSecondFactor && <RemoveFactors user={user} />}
          <DataButtons user={user} onChoose={onChoose} />
        </div>
      )}
    </>
  );
}

/** Buttons that open the dialogs about the data of a person. */
function DataButtons({ user, onChoose }: RowProps) {
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        aria-label={t`Send data: ${{ name: user.name }}`}
        onClick={() => onChoose('send')}
      >
        {t`Send data…`}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        aria-label={t`Erase ${{ name: user.name }}`}
        onClick={() => onChoose('erase')}
      >
        {t`Erase…`}
      </Button>
    </>
  );
}

/** Button that removes the second factors of a person who has lost them. */
function RemoveFactors({ user }: { user: AdminUser }) {
  const remove = useChange({
    send: (call, id: string) => call('deleteFactors', { params: { id } }),
    changes: [keys.admin('people')],
    done: { title: t`Saved`, text: t`The account of ${{ name: user.name }} was changed.` },
  });
  return (
    <ConfirmButton
      verb={t`Remove second factors`}
      label={t`Remove the second factors of ${{ name: user.name }}`}
      question={t`For a person who has lost them. All sessions of the person end.`}
      act={() => remove.mutateAsync(user.id).catch(() => undefined)}
    />
  );
}
