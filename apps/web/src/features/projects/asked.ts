import type { Project } from '@longhand/contract';
import type { ProjectMove } from './useProjectMoves.ts';

/** What is asked before something becomes of a whole project, and what it means. */
export type Asked = { readonly move: ProjectMove; readonly title: string; readonly meaning: string; readonly verb: string };

/** Asked before a project is archived. */
export function archiving({ name }: Project): Asked {
  return {
    move: { kind: 'archive' },
    title: `Archive “${name}”?`,
    meaning:
      'Everyone who works here can go on reading, and nobody can write. Whoever is writing now is told, and keeps the words that were not yet saved. You can restore the project at any time.',
    verb: 'Archive project',
  };
}

/** Asked before an archived project goes into the trash. */
export function deleting({ name }: Project): Asked {
  return {
    move: { kind: 'delete' },
    title: `Move “${name}” to the trash?`,
    meaning:
      'The project and all its documents disappear for everyone who works here. For thirty days its owners can restore them under Archives; after that they are gone for good.',
    verb: 'Move to trash',
  };
}
