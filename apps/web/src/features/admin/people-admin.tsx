import type { AdminUser, AdminUserChange } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AdminList } from './admin-list.tsx';
import { ErasePerson } from './erase-person.tsx';
import { Erasures } from './erasures.tsx';

/** All accounts, with the actions of an administrator. */
export function PeopleAdmin() {
  const [wanted, setWanted] = useState('');
  const [erased, setErased] = useState<AdminUser | null>(null);
  const list = useList([...keys.admin('people'), wanted], (call, cursor, signal) =>
    call('listUsers', { query: { ...cursor, ...(wanted.trim() ? { q: wanted } : {}) } }, signal),
  );
  return (
    <>
      <TextField
        label="Find a person"
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        style={{ maxWidth: '24rem', marginBlockEnd: '1rem' }}
      />
      <AdminList
        list={list}
        what="People"
        empty="No people found."
        keyOf={({ id }) => id}
        row={(user) => <Row user={user} onErase={() => setErased(user)} />}
      />
      <Erasures />
      {erased !== null && <ErasePerson user={erased} onClose={() => setErased(null)} />}
    </>
  );
}

function Row({ user, onErase }: { user: AdminUser; onErase: () => void }) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const change = useMutation({
    mutationFn: (body: AdminUserChange) => call('changeUser', { params: { id: user.id }, body }),
    onSuccess: () => store.invalidateQueries({ queryKey: keys.admin('people') }),
    onError: (error) =>
      show({ title: 'Nothing was changed', text: sentenceOf(error), isDestructive: true }),
  });
  const isDisabled = user.disabledAt !== null;
  return (
    <>
      <div>
        <strong className="firm">
          {user.name} ({user.username})
        </strong>
        <p>
          {user.email} · since <RelativeTime at={user.createdAt} />
          {user.isAdmin && ' · administrator'}
          {user.isDemo && ' · demo'}
          {user.hasSecondFactor && ' · second factor'}
          {isDisabled && ' · disabled'}
        </p>
      </div>
      {!user.isDemo && (
        <div className="row">
          <Button
            size="xs"
            variant="default"
            disabled={change.isPending}
            onClick={() => change.mutate({ isAdmin: !user.isAdmin })}
            aria-label={`${user.isAdmin ? 'Remove as administrator' : 'Make administrator'}: ${user.name}`}
          >
            {user.isAdmin ? 'Remove as administrator' : 'Make administrator'}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={change.isPending}
            onClick={() => change.mutate({ disabled: !isDisabled })}
            aria-label={isDisabled ? `Enable ${user.name}` : `Disable ${user.name}`}
          >
            {isDisabled ? 'Enable' : 'Disable'}
          </Button>
          {user.hasSecondFactor && <RemoveFactors user={user} />}
          <Button size="xs" variant="subtle" aria-label={`Erase ${user.name}`} onClick={onErase}>
            Erase…
          </Button>
        </div>
      )}
    </>
  );
}

/** Button that removes the second factors of a person who has lost them. */
function RemoveFactors({ user }: { user: AdminUser }) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const remove = useMutation({
    mutationFn: () => call('deleteFactors', { params: { id: user.id } }),
    onSuccess: () => store.invalidateQueries({ queryKey: keys.admin('people') }),
    onError: (error) =>
      show({ title: 'Nothing was changed', text: sentenceOf(error), isDestructive: true }),
  });
  return (
    <ConfirmButton
      verb="Remove second factors"
      label={`Remove the second factors of ${user.name}`}
      question="For a person who has lost them. All sessions of the person end."
      act={() => remove.mutateAsync().catch(() => undefined)}
    />
  );
}
