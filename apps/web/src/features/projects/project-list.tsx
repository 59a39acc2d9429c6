import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Project } from '@longhand/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { EmptyState, Unreadable } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { Progress } from './progress.tsx';
import classes from './projects.module.css';
import { youAre } from '../../ui/roles.ts';

/** Projects as cards. `action` is the button that creates the first one. */
export function ProjectList({ list, action }: { list: List<Project>; action: ReactNode }) {
  if (list.isPending) return <RowSkeletons count={2} />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The projects`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) {
    return (
      <EmptyState title={t`No projects yet`} action={action}>
        {t`A project holds documents and the people who work on them together.`}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="cards">
        {list.items.map((project) => (
          <Card key={project.id} project={project} />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more projects`}
        </Button>
      )}
    </>
  );
}

function Card({ project }: { project: Project }) {
  const count = project.documentCount;
  return (
    <li className={`card ${classes['card']}`}>
      <Link to={`/projects/${project.id}`} className="cover title" dir="auto">
        {project.name}
      </Link>
      {project.description !== '' && (
        <p className={`remark clamp ${classes['about']}`} dir="auto">
          {project.description}
        </p>
      )}
      <Progress project={project} />
      <p className={`facts ${classes['facts']}`}>
        <span>{plural(count, { one: '# document', other: '# documents' })}</span>
        <span>{youAre(project.role)}</span>
        <span>
          <Trans>
            Changed <RelativeTime at={project.updatedAt} />
          </Trans>
        </span>
      </p>
    </li>
  );
}
