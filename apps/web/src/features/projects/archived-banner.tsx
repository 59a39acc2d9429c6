import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import { Button } from '../../ui/button.tsx';
import { useProjectMove } from './use-project-moves.ts';
import classes from './projects.module.css';

/** Banner of an archived, read-only project, with an action to restore it for its owners. */
export function ArchivedBanner({ project }: { project: Project }) {
  const act = useProjectMove(project);
  const mayRestore = project.rights.archive;
  return (
    <div className={`card spread ${classes['banner']}`} role="note">
      <p>
        {project.deletedAt === null
          ? t`This project is archived and can only be read.`
          : t`This project is in the trash and can only be read.`}
        {!mayRestore && ` ${t`Its owners can restore it.`}`}
      </p>
      {mayRestore && (
        <Button size="xs" isBusy={act.isPending} onClick={() => act.mutate({ kind: 'restore' })}>
          {t`Restore`}
        </Button>
      )}
    </div>
  );
}
