import { plural, t } from '@lingui/core/macro';
import { groupRoles, type Group, type GroupAccess, type GroupRole } from '@longhand/contract';
import { IconUsersGroup } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList, useWhole } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Unreadable } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { meaningOf, roleChoices } from '../../ui/roles.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { useChangeGroups, useObjectGroups, type SharedObject } from './use-object-groups.ts';
import classes from './groups.module.css';

type Props = { object: SharedObject; mayShare: boolean };

const choices = roleChoices.filter(({ value }) =>
  (groupRoles as readonly string[]).includes(value),
);

/**
 * The groups with a role in a project or document. Its owners add, change and remove. Renders
 * nothing if there is nothing to show or to add.
 */
export default function ObjectGroups({ object, mayShare }: Props) {
  const shared = useObjectGroups(object);
  const all = useWhole(
    useList<Group>(keys.groups, (call, cursor, signal) =>
      call('listGroups', { query: cursor }, signal),
    ),
  );
  const list = useRef<HTMLUListElement>(null);
  const taken = new Set(
    shared.items.filter(({ through }) => through === object.kind).map(({ group }) => group.id),
  );
  const offered = mayShare ? all.items.filter(({ id }) => !taken.has(id)) : [];
  if (
    shared.isPending ||
    (shared.items.length === 0 && shared.error === null && offered.length === 0)
  )
    return null;
  return (
    <section className={classes['groups']}>
      <h3>{t`Groups`}</h3>
      {shared.error !== null && shared.items.length === 0 && (
        <Unreadable what={t`The groups`} sentence={sentenceOf(shared.error)} />
      )}
      <ul ref={list} className="rows" tabIndex={-1} aria-label={t`Groups`}>
        {shared.items.map((access) => (
          <Row
            key={access.group.id}
            access={access}
            object={object}
            mayShare={mayShare}
            onRemoved={() => list.current?.focus()}
          />
        ))}
      </ul>
      {shared.hasMore && (
        <Button variant="subtle" onClick={shared.loadMore} isBusy={shared.isLoadingMore}>
          {t`Show more groups`}
        </Button>
      )}
      {offered.length > 0 && <AddGroup object={object} offered={offered} />}
    </section>
  );
}

/** Returns the number of members in words. */
const membersIn = (count: number): string => plural(count, { one: '# member', other: '# members' });

type RowProps = Props & { access: GroupAccess; onRemoved: () => void };

function Row({ access, object, mayShare, onRemoved }: RowProps) {
  const { group, role, through } = access;
  const { setRole, remove } = useChangeGroups(object);
  const show = useToast();
  const onError = (error: Error): void =>
    show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true });
  const mayChange = mayShare && through === object.kind;
  const isElsewhere = through === 'project' && object.kind === 'document';
  return (
    <li className="member">
      <IconUsersGroup size={22} stroke={1.6} aria-hidden="true" />
      <div className={classes['who']}>
        <p>{group.name}</p>
        <p className="soft small">
          {membersIn(group.memberCount)}
          {isElsewhere && ' · access from the project'}
        </p>
      </div>
      {mayChange ? (
        <SelectField
          aria-label={t`Role of ${{ name: group.name }}`}
          options={[...choices]}
          value={role}
          disabled={setRole.isPending}
          onChange={(event) =>
            setRole.mutate(
              { groupId: group.id, role: event.currentTarget.value as GroupRole },
              { onError },
            )
          }
        />
      ) : (
        <span className="soft small" title={meaningOf(role)}>
          {choices.find(({ value }) => value === role)?.label}
        </span>
      )}
      {mayChange && (
        <ConfirmButton
          verb={t`Remove`}
          label={t`Remove ${{ name: group.name }}`}
          question={t`Remove ${{ name: group.name }}? Its members will lose access, unless they have it in another way. Their text stays.`}
          act={() => remove.mutateAsync(group.id).then(onRemoved, onError)}
        />
      )}
    </li>
  );
}

/** Form that shares the object with a group. */
function AddGroup({ object, offered }: { object: SharedObject; offered: readonly Group[] }) {
  const { setRole } = useChangeGroups(object);
  const show = useToast();
  const [chosen, setChosen] = useState('');
  const [role, setNewRole] = useState<GroupRole>('editor');
  const groupId = offered.some(({ id }) => id === chosen) ? chosen : '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (groupId === '') return;
    setRole.mutate(
      { groupId, role },
      {
        onSuccess: () => setChosen(''),
        onError: (error) =>
          show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
      },
    );
  }

  return (
    <form className={`addForm ${classes['add']}`} onSubmit={submit} aria-label={t`Add a group`}>
      <SelectField
        label={t`Group`}
        options={[
          { value: '', label: t`Choose a group` },
          ...offered.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={groupId}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <SelectField
        label={t`Role`}
        options={[...choices]}
        value={role}
        onChange={(event) => setNewRole(event.currentTarget.value as GroupRole)}
      />
      <Button type="submit" isBusy={setRole.isPending} disabled={groupId === ''}>
        {t`Add`}
      </Button>
    </form>
  );
}
