import { t } from '@lingui/core/macro';
import type { DocumentCollaborator } from '@longhand/contract';
import { useNavigate } from 'react-router';
import { sentenceOf } from '../../api/failure.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { meaningOf, roleChoices } from '../../ui/roles.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useSharing } from './use-sharing.ts';
import classes from './sharing.module.css';

type Props = {
  person: DocumentCollaborator;
  documentId: string;
  isMe: boolean;
  mayShare: boolean;
  /** Called after the removal, so that the focus can be moved. */
  onRemoved: () => void;
};

/**
 * A collaborator of a document. Collaborators through the project are changed in the project, not
 * here.
 */
export function PersonRow({
  person: { user, role, through },
  documentId,
  isMe,
  mayShare,
  onRemoved,
}: Props) {
  const { setRole, remove } = useSharing(documentId);
  const show = useToast();
  const navigate = useNavigate();
  const onError = (error: Error): void =>
    show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true });
  const isShared = through === 'document';
  const mayChange = isShared && mayShare && !(isMe && role === 'owner');
  // Awaited: this row is unmounted by then, and callbacks passed to `mutate` would not run.
  const leave = (): Promise<void> =>
    remove
      .mutateAsync(user.id)
      .then(() => (isMe ? void navigate('/dashboard') : onRemoved()), onError);
  return (
    <li className="member">
      <Avatar name={user.name} color={user.avatarColor} label={null} size={32} />
      <div className={classes['who']}>
        <p>
          {user.name}
          {isMe && <span className="soft small"> {t`(you)`}</span>}
        </p>
        <p>
          <span className="soft small">{aboutOf(user.username, through)}</span>
        </p>
      </div>
      {mayChange ? (
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
      {(mayChange ||
        (mayShare && through === 'link') ||
        (isShared && isMe && role !== 'owner')) && (
        <ConfirmButton
          verb={isMe ? t`Leave` : t`Remove`}
          label={isMe ? t`Leave the document` : t`Remove ${{ name: user.name }}`}
          question={
            isMe
              ? t`Leave this document? You will lose access to it. Its owner can share it with you again.`
              : t`Remove ${{ name: user.name }}? They will lose access to this document. Their text stays.`
          }
          act={leave}
        />
      )}
    </li>
  );
}

/** Returns the user name and the way of access. */
function aboutOf(username: string, through: DocumentCollaborator['through']): string {
  switch (through) {
    case 'document':
      return username;
    case 'project':
      return t`${username} · access from the project`;
    case 'parent':
      return t`${username} · access from a document above`;
    case 'group':
      return t`${username} · access through a group`;
    case 'link':
      return t`Guest`;
  }
}
