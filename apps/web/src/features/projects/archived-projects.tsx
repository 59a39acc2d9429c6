import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { EmptyState, Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import classes from './projects.module.css';

/** Archived projects, with actions to restore them. */
export function ArchivedProjects() {
  const list = useList(keys.archivedProjects, (call, cursor, signal) =>
    call('listArchivedProjects', { query: cursor }, signal),
  );
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The projects`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0)
    return (
      <EmptyState title={t`No archived projects`}>{t`Archived projects appear here.`}</EmptyState>
    );
  return (
    <>
      <ul className="rows">
        {list.items.map((project) => (
          <Row key={project.id} project={project} />
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

function Row({ project }: { project: Project }) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const refresh = () =>
    Promise.all([
      store.invalidateQueries({ queryKey: keys.projects }),
      store.invalidateQueries({ queryKey: keys.documents }),
      store.invalidateQueries({ queryKey: keys.project(project.id) }),
    ]);
  const act = useMutation({
    mutationFn: (name: 'restoreProject' | 'deleteProject') =>
      call(name, { params: { id: project.id } }),
    onSuccess(_answer, name) {
      show({
        title: name === 'restoreProject' ? t`Restored` : t`Moved to the trash`,
        text: project.name,
      });
      return refresh();
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
  return (
    <li className={`spread ${classes['archived']}`}>
      <div className="serif wraps">
        {project.deletedAt === null ? (
          <Link className="ink" to={`/projects/${project.id}`}>
            {project.name}
          </Link>
        ) : (
          project.name
        )}
        <p className="soft small">{project.deletedAt === null ? t`Archived` : t`In the trash`}</p>
      </div>
      {project.rights.archive && (
        <div className="row">
          <Button
            variant="default"
            size="xs"
            onClick={() => act.mutate('restoreProject')}
            aria-disabled={act.isPending}
          >
            {t`Restore`}
          </Button>
          {project.rights.delete && (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => act.mutate('deleteProject')}
              aria-disabled={act.isPending}
            >
              {t`Move to trash`}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
