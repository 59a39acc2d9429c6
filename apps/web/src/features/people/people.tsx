import { t } from '@lingui/core/macro';
import type { Collaborator } from '@longhand/contract';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AddPerson } from './add-person.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { meaningOf, roleChoices } from '../../ui/roles.ts';
import { useChangePeople, usePeople } from './use-people.ts';
import classes from './people.module.css';

type Props = {
  projectId: string;
  myId: string;
  mayShare: boolean;
  /** Number of the project's owners, who may not all be in the list yet. */
  ownerCount: number;
  /** True if the project is archived: nothing can be changed. */
  isReadOnly?: boolean;
  /** Opens the dialog that invites an address. */
  invite?: (email: string) => void;
};

/** The collaborators of a project. Its owners add, change and remove; all others may leave. */
export function People(props: Props) {
  const { projectId, myId, mayShare: isAllowed, ownerCount, isReadOnly = false, invite } = props;
  const list = usePeople(projectId);
  const mayShare = isAllowed && !isReadOnly;
  const people = useRef<HTMLUListElement>(null);
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The people`} sentence={sentenceOf(list.error)} />;
  return (
    <>
      {mayShare && <AddPerson projectId={projectId} invite={invite} />}
      <ul ref={people} className="rows" tabIndex={-1} aria-label={t`People of this project`}>
        {list.items.map((person) => (
          <Row
            key={person.user.id}
            person={person}
            projectId={projectId}
            isMe={person.user.id === myId}
            mayShare={mayShare}
            isOnlyOwner={person.role === 'owner' && ownerCount === 1}
            mayLeave={!isReadOnly}
            onRemoved={() => people.current?.focus()}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more people`}
        </Button>
      )}
    </>
  );
}

type RowProps = {
  person: Collaborator;
  projectId: string;
  isMe: boolean;
  mayShare: boolean;
  isOnlyOwner: boolean;
  mayLeave: boolean;
  onRemoved: () => void;
};

function Row({
  person: { user, role },
  projectId,
  isMe,
  mayShare,
  isOnlyOwner,
  mayLeave,
  onRemoved,
}: RowProps) {
  const { setRole, remove } = useChangePeople(projectId);
  const show = useToast();
  const navigate = useNavigate();
  const onError = (error: Error): void =>
    show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true });
  // Awaited: this row is unmounted by then, and callbacks passed to `mutate` would not run.
  const leave = (): Promise<void> =>
    remove
      .mutateAsync(user.id)
      .then(() => (isMe ? void navigate('/projects') : onRemoved()), onError);
  return (
    <li className={`member ${classes['person']}`}>
      <Avatar name={user.name} color={user.avatarColor} label={null} size={36} />
      <Names user={user} isMe={isMe} isBound={isMe && isOnlyOwner && mayLeave} />
      {mayShare && !isOnlyOwner ? (
        <RoleField
          name={user.name}
          role={role}
          isDisabled={setRole.isPending}
          onChange={(chosen) => setRole.mutate({ userId: user.id, role: chosen }, { onError })}
        />
      ) : (
        <span className="soft small" title={meaningOf(role)}>
          {roleChoices.find(({ value }) => value === role)?.label}
        </span>
      )}
      {(mayShare || (isMe && mayLeave)) && !isOnlyOwner && (
        <ConfirmButton
          verb={isMe ? t`Leave` : t`Remove`}
          label={isMe ? t`Leave the project` : t`Remove ${{ name: user.name }}`}
          question={
            isMe
              ? t`Leave this project? You will lose access to its documents. Its owners can add you again.`
              : t`Remove ${{ name: user.name }}? They will lose access to this project and its documents. Their text stays.`
          }
          act={leave}
        />
      )}
    </li>
  );
}

type NamesProps = {
  user: Collaborator['user'];
  isMe: boolean;
  /** True if the user cannot leave, as the only owner. */
  isBound: boolean;
};

function Names({ user, isMe, isBound }: NamesProps) {
  return (
    <div className={classes['who']}>
      <p className="medium">
        {user.name}
        {isMe && <span className="soft small regular"> {t`(you)`}</span>}
      </p>
      <p className="soft small">{user.username}</p>
      {isBound && (
        <p className="soft small">
          {t`You are the only owner. To leave, make another person an owner first.`}
        </p>
      )}
    </div>
  );
}
