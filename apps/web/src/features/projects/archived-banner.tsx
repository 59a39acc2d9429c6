import type { Project } from '@longhand/contract';
import { Button } from '../../ui/button.tsx';
import { useProjectMove } from './use-project-moves.ts';
import classes from './projects.module.css';

/** Banner of an archived, read-only project, with an action to restore it for its owners. */
export function ArchivedBanner({ project }: { project: Project }) {
  const act = useProjectMove(project);
  const mayRestore = project.rights.archive;
  const where = project.deletedAt === null ? 'is archived' : 'is in the trash';
  return (
    <div className={`card spread ${classes['banner']}`} role="note">
      <p>
        This project {where} and can only be read.{!mayRestore && ' Its owners can restore it.'}
      </p>
      {mayRestore && (
        <Button size="xs" isBusy={act.isPending} onClick={() => act.mutate({ kind: 'restore' })}>
          Restore
        </Button>
      )}
    </div>
  );
}
