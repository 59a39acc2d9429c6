import { t } from '@lingui/core/macro';
import { useRules } from '../../api/use-rules.ts';
import { useDocumentPeople } from '../../api/use-document-people.ts';
import type { Document, Role, User } from '@longhand/contract';
import { useRef, useState, type ReactNode } from 'react';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { refusedPerson, sentenceOf } from '../../api/failure.ts';
import { AddPersonForm } from '../../ui/add-person-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Unreadable } from '../../ui/empty-state.tsx';
import { meaningOf, roleChoices } from '../../ui/roles.ts';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { CopyDocumentLink } from './copy-document-link.tsx';
import { GuestLinks } from './guest-links.tsx';
import { PersonRow } from './person-row.tsx';
import { useSharing } from './use-sharing.ts';
import classes from './sharing.module.css';

type Props = {
  document: Document;
  user: User;
  /**
   * Renders the dialog that invites an address to the document's project. Null for drafts, which
   * have none.
   */
  invite: ((email: string, onClose: () => void) => ReactNode) | null;
  /** The groups of the document. */
  groups: ReactNode;
  onClose: () => void;
};

/**
 * Collaborators of one document. Its owners add, change and remove; a person with whom it was
 * shared may leave.
 */
export default function ShareDialog({ document, user, invite, groups, onClose }: Props) {
  const [invited, setInvited] = useState<string | null>(null);
  const list = useDocumentPeople(document.id);
  const { add } = useSharing(document.id);
  const people = useRef<HTMLUListElement>(null);
  const mayShare = document.rights.share;
  const { guestLinks } = useRules();
  if (invited !== null && invite !== null) return invite(invited, () => setInvited(null));
  return (
    <Dialog title={t`Share “${{ title: displayTitle(document.title) }}”`} onClose={onClose}>
      {mayShare ? (
        <AddPersonForm
          isAdding={add.isPending}
          add={(values) => add.mutateAsync(values).then(() => null, refusedPerson)}
          invite={invite === null ? undefined : setInvited}
        />
      ) : (
        <p className="dialogText">{cannotShare(document.role)}</p>
      )}
      {list.isPending && <RowSkeletons count={2} />}
      {list.error !== null && list.items.length === 0 && (
        <Unreadable what={t`The people`} sentence={sentenceOf(list.error)} />
      )}
      <ul
        ref={people}
        tabIndex={-1}
        className="rows readFirst"
        aria-label={t`People of this document`}
      >
        {list.items.map((person) => (
          <PersonRow
            key={person.user.id}
            person={person}
            documentId={document.id}
            isMe={person.user.id === user.id}
            mayShare={mayShare}
            onRemoved={() => people.current?.focus()}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more people`}
        </Button>
      )}
      {groups}
      {mayShare && guestLinks && document.archivedAt === null && (
        <GuestLinks documentId={document.id} />
      )}
      <CopyDocumentLink documentId={document.id} />
      <RolePermissions />
    </Dialog>
  );
}

function RolePermissions() {
  return (
    <details className={`soft small ${classes['roles']}`}>
      <summary>{t`Role permissions`}</summary>
      <dl>
        {roleChoices.map(({ value, label }) => (
          <div key={value} className="beside">
            <dt className="ink">{label}</dt>
            <dd>{meaningOf(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function cannotShare(role: Role): string {
  switch (role) {
    case 'editor':
      return t`Only owners can share a document. You are an editor here.`;
    case 'reviewer':
      return t`Only owners can share a document. You are a reviewer here.`;
    default:
      return t`Only owners can share a document. You are a viewer here.`;
  }
}
