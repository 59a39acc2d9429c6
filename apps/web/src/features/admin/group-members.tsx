import { t } from '@lingui/core/macro';
import type { Group, GroupMember } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Unreadable } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import classes from './admin.module.css';
import { useChange } from './use-change.ts';

/** Dialog with the members of a group, who are added and removed here. */
export function GroupMembers({ group, onClose }: { group: Group; onClose: () => void }) {
  const list = useList(keys.groupMembers(group.id), (call, cursor, signal) =>
    call('listGroupMembers', { params: { id: group.id }, query: cursor }, signal),
  );
  const people = useRef<HTMLUListElement>(null);
  const isOurs = group.managedBy === null;
  return (
    <Dialog title={t`Members of ${{ name: group.name }}`} onClose={onClose}>
      {isOurs ? (
        <AddMember groupId={group.id} />
      ) : (
        <p className="dialogText">{t`${{ managedBy: group.managedBy ?? '' }} manages the members of this group.`}</p>
      )}
      {list.isPending && <RowSkeletons count={2} />}
      {list.error !== null && list.items.length === 0 && (
        <Unreadable what={t`The members`} sentence={sentenceOf(list.error)} />
      )}
      <ul
        ref={people}
        tabIndex={-1}
        className="rows"
        aria-label={t`Members of ${{ name: group.name }}`}
      >
        {list.items.map((member) => (
          <Row
            key={member.user.id}
            member={member}
            group={group}
            onRemoved={() => people.current?.focus()}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more`}
        </Button>
      )}
    </Dialog>
  );
}

/** Returns the function that refetches what a change of members affects. */
function useRefetch(groupId: string): () => Promise<void> {
  const store = useQueryClient();
  return async () => {
    await store.invalidateQueries({ queryKey: keys.groupMembers(groupId) });
    await store.invalidateQueries({ queryKey: keys.groups });
  };
}

function AddMember({ groupId }: { groupId: string }) {
  const call = useCall();
  const [name, setName] = useState('');
  const refetch = useRefetch(groupId);
  const add = useMutation({
    mutationFn: () =>
      call('addGroupMember', { params: { id: groupId }, body: { usernameOrEmail: name } }),
    onSuccess() {
      setName('');
      return refetch();
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate();
  }

  const errors = fieldErrorsOf(add.error);
  return (
    <form
      className={`stack below ${classes['add']}`}
      onSubmit={submit}
      noValidate
      aria-label={t`Add a member`}
    >
      <TextField
        label={t`Username or email`}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        value={name}
        error={
          errors['usernameOrEmail'] ?? (add.error === null ? undefined : sentenceOf(add.error))
        }
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" isBusy={add.isPending}>
        {t`Add`}
      </Button>
    </form>
  );
}

type RowProps = { member: GroupMember; group: Group; onRemoved: () => void };

function Row({ member: { user }, group, onRemoved }: RowProps) {
  const remove = useChange({
    send: (call, userId: string) => call('removeGroupMember', { params: { id: group.id, userId } }),
    changes: [keys.groupMembers(group.id), keys.groups],
  });
  return (
    <li className={`beside wraps ${classes['member']}`}>
      <Avatar name={user.name} color={user.avatarColor} label={null} size={32} />
      <div>
        <p>{user.name}</p>
        <p className="soft small">{user.username}</p>
      </div>
      {group.managedBy === null && (
        <ConfirmButton
          verb={t`Remove`}
          label={t`Remove ${{ name: user.name }}`}
          question={t`Remove ${{ name: user.name }} from the group? They will lose the access that they have through it.`}
          act={() => remove.mutateAsync(user.id).then(onRemoved, () => undefined)}
        />
      )}
    </li>
  );
}
