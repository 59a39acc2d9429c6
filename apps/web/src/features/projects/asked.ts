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
      'The project becomes read-only for everyone. People who are typing now are notified and keep unsaved text. You can restore the project at any time.',
    verb: 'Archive project',
  };
}

/** Asked before an archived project goes into the trash. */
export function deleting({ name }: Project): Asked {
  return {
    move: { kind: 'delete' },
    title: `Move “${name}” to the trash?`,
    meaning:
      'The project and all its documents disappear for everyone in it. For thirty days its owners can restore them under Archives; after that they are gone for good.',
    verb: 'Move to trash',
  };
}
