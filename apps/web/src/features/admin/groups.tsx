import { plural, t } from '@lingui/core/macro';
import type { Group, NewGroup } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { AdminList } from './admin-list.tsx';
import { GroupMembers } from './group-members.tsx';
import { DialogForm } from './proof-form.tsx';
import { useChange } from './use-change.ts';

/** Groups of users: created, renamed and deleted here, with their members. */
export function Groups() {
  const [edited, setEdited] = useState<Group | 'new' | null>(null);
  const [opened, setOpened] = useState<Group | null>(null);
  const list = useList(keys.groups, (call, cursor, signal) =>
    call('listGroups', { query: cursor }, signal),
  );
  return (
    <>
      <div style={{ marginBlockEnd: '1rem' }}>
        <Button onClick={() => setEdited('new')}>{t`New group`}</Button>
      </div>
      <AdminList
        list={list}
        what={t`Groups`}
        empty={t`No groups. Projects and documents can be shared with a group.`}
        keyOf={({ id }) => id}
        row={(group) => (
          <Row group={group} onEdit={() => setEdited(group)} onOpen={() => setOpened(group)} />
        )}
      />
      {edited !== null && (
        <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {opened !== null && <GroupMembers group={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type RowProps = { group: Group; onEdit: () => void; onOpen: () => void };

function Row({ group, onEdit, onOpen }: RowProps) {
  const remove = useChange({
    send: (call, id: string) => call('deleteGroup', { params: { id } }),
    changes: [keys.groups],
  });
  const { name, handle, description, memberCount, managedBy } = group;
  const isOurs = managedBy === null;
  return (
    <>
      <div>
        <strong className="firm">{name}</strong>
        <p>
          <bdi>@{handle}</bdi> · {plural(memberCount, { one: '# member', other: '# members' })}
          {!isOurs && ` · ${t`managed by ${managedBy}`}`}
        </p>
        {description !== '' && <p>{description}</p>}
      </div>
      <div className="row">
        <Button size="xs" variant="default" aria-label={t`Members of ${name}`} onClick={onOpen}>
          {t`Members`}
        </Button>
        {isOurs && (
          <>
            <Button size="xs" variant="default" aria-label={t`Edit ${name}`} onClick={onEdit}>
              {t`Edit`}
            </Button>
            <ConfirmButton
              verb={t`Delete`}
              label={t`Delete ${name}`}
              question={t`Delete the group ${name}? Its members will lose the access that they have through it.`}
              act={() => remove.mutateAsync(group.id).catch(() => undefined)}
            />
          </>
        )}
      </div>
    </>
  );
}

/** Dialog that creates a group, or changes its name and description. */
function GroupDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const call = useCall();
  const store = useQueryClient();
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const save = useMutation({
    mutationFn: (body: NewGroup) =>
      group === null
        ? call('createGroup', { body })
        : call('updateGroup', { params: { id: group.id }, body }),
    async onSuccess() {
      await store.invalidateQueries({ queryKey: keys.groups });
      onClose();
    },
  });
  const errors = fieldErrorsOf(save.error);
  const isOther = save.error !== null && Object.keys(errors).length === 0;

  return (
    <Dialog
      title={group === null ? t`New group` : t`Edit ${{ name: group.name }}`}
      onClose={onClose}
    >
      <DialogForm
        button={group === null ? t`Create group` : t`Save`}
        isBusy={save.isPending}
        failure={save.error}
        onSubmit={() => save.mutate({ name, description })}
        onClose={onClose}
      >
        <TextField
          label={t`Name`}
          required
          data-autofocus
          value={name}
          error={errors['name'] ?? (isOther ? sentenceOf(save.error) : undefined)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label={t`Description`}
          value={description}
          error={errors['description']}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
