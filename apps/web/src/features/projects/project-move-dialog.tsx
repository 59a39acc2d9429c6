import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useProjectMove, type ProjectMove } from './use-project-moves.ts';

type Props = {
  project: Project;
  move: ProjectMove;
  title: string;
  /** Consequences, in whole sentences. */
  meaning: string;
  /** Text of the confirm button. */
  verb: string;
  onClose: () => void;
  onDone: () => void;
};

/** Confirmation dialog for an action on a whole project, with its consequences. */
export default function ProjectMoveDialog({
  project,
  move,
  title,
  meaning,
  verb,
  onClose,
  onDone,
}: Props) {
  const act = useProjectMove(project);
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="dialogText">{meaning}</p>
      <div className="dialogButtons">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t`Cancel`}
        </Button>
        {/* Awaited: the component may be unmounted by then, and callbacks passed to `mutate`
            would not run. */}
        <Button
          isBusy={act.isPending}
          onClick={() => void act.mutateAsync(move).then(onDone, onClose)}
        >
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
