import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import type { ProjectMove } from './use-project-moves.ts';

/** Confirmation question before an action on a whole project, with its consequences. */
export type Asked = {
  readonly move: ProjectMove;
  readonly title: string;
  readonly meaning: string;
  readonly verb: string;
};

/** Returns the question before archiving a project. */
export function archiving({ name }: Project): Asked {
  return {
    move: { kind: 'archive' },
    title: t`Archive “${name}”?`,
    meaning: t`The project becomes read-only for all members. Users who are typing are notified and can save their unsaved text. You can restore the project at any time.`,
    verb: t`Archive project`,
  };
}

/** Returns the question before moving an archived project to the trash. */
export function deleting({ name }: Project): Asked {
  return {
    move: { kind: 'delete' },
    title: t`Move “${name}” to the trash?`,
    meaning: t`All members lose access to the project and its documents. The owners can restore the project in Archives until it is permanently deleted from the trash.`,
    verb: t`Move to trash`,
  };
}
