import type { Project } from '@longhand/contract';
import { Button } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import { useProjectMove, type ProjectMove } from './useProjectMoves.ts';

type Props = {
  project: Project;
  move: ProjectMove;
  title: string;
  /** What it means, in whole sentences. */
  meaning: string;
  /** The word on the button that does it. */
  verb: string;
  onClose: () => void;
  onDone: () => void;
};

/** Asks before something becomes of a whole project, and says what it means. */
export default function ProjectMoveDialog({ project, move, title, meaning, verb, onClose, onDone }: Props) {
  const act = useProjectMove(project);
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="dialogText">{meaning}</p>
      <div className="dialogButtons">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        {/* Awaited: the page may show something else by then, and callbacks given to `mutate` would go with it. */}
        <Button loading={act.isPending} onClick={() => void act.mutateAsync(move).then(onDone, onClose)}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
