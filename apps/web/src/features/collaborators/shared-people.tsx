import { t } from '@lingui/core/macro';
import type { SharedWork } from '@longhand/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState, Unreadable } from '../../ui/empty-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { roleInSentence } from '../../ui/roles.ts';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import classes from './shared-people.module.css';
import { useSharedWork } from './use-shared-work.ts';

/**
 * The user's collaborators, with the shared projects and documents and their roles. Highlights the
 * one with the id `asked`.
 */
export function SharedPeople({ asked }: { asked: string | null }) {
  const list = useSharedWork();
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The people`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) {
    return (
      <EmptyState
        title={t`No collaborators yet`}
        action={<ButtonLink to="/projects">{t`Projects`}</ButtonLink>}
      >
        {t`Share a project or a document to see its collaborators here.`}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="rows">
        {list.items.map((shared) => (
          <Row key={shared.user.id} shared={shared} isAskedFor={shared.user.id === asked} />
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

function Row({
  shared: { user, projects, documents },
  isAskedFor,
}: {
  shared: SharedWork;
  isAskedFor: boolean;
}) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isAskedFor) line.current?.scrollIntoView({ block: 'center' });
  }, [isAskedFor]);
  const works = [
    ...projects.map(({ id, name, role }) => ({ id, to: `/projects/${id}`, name, role })),
    ...documents.map(({ id, title, role }) => ({
      id,
      to: `/documents/${id}`,
      name: displayTitle(title),
      role,
    })),
  ];
  return (
    <li
      ref={line}
      className={`beside wraps ${classes['person']}`}
      data-asked={isAskedFor || undefined}
      aria-current={isAskedFor || undefined}
    >
      <Avatar name={user.name} color={user.avatarColor} label={null} size={38} />
      <div>
        <p className="medium">
          {user.name} <span className="soft small regular">{user.username}</span>
        </p>
        <ul className="row" aria-label={t`Shared with ${{ name: user.name }}`}>
          {works.map(({ id, to, name, role }) => (
            <li key={id}>
              <Link className="serif" to={to}>
                {name}
              </Link>{' '}
              <span className="soft small">{roleInSentence(role)}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
