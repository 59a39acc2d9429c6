import type { Project } from '@longhand/contract';
import type { ProjectMove } from './use-project-moves.ts';

/** Confirmation question before an action on a whole project, with its consequences. */
export type Asked = { readonly move: ProjectMove; readonly title: string; readonly meaning: string; readonly verb: string };

/** Returns the question before archiving a project. */
export function archiving({ name }: Project): Asked {
  return {
    move: { kind: 'archive' },
    title: `Archive “${name}”?`,
    meaning:
      'The project becomes read-only for everyone. People who are typing now are notified and keep unsaved text. You can restore the project at any time.',
    verb: 'Archive project',
  };
}

/** Returns the question before moving an archived project to the trash. */
export function deleting({ name }: Project): Asked {
  return {
    move: { kind: 'delete' },
    title: `Move “${name}” to the trash?`,
    meaning:
      'The project and all its documents disappear for everyone in it. For thirty days its owners can restore them under Archives; after that they are gone for good.',
    verb: 'Move to trash',
  };
}
