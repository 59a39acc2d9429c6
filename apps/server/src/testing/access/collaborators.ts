import type { collaboratorsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

const byInsider = ({ insider }: { insider: { user: { id: string } } }) => ({ userId: insider.user.id });

/** Sharing is the owners' matter, also of what is archived: a right has to be taken away at any time. */
export const collaboratorsRows: Rows<typeof collaboratorsEndpoints> = {
  listProjectCollaborators: { of: 'project', least: 'viewer', status: 200 },
  addProjectCollaborator: {
    of: 'project',
    least: 'owner',
    status: 201,
    archived: 201,
    body: ({ stranger }) => ({ usernameOrEmail: stranger.user.username, role: 'viewer' }),
  },
  updateProjectCollaborator: {
    of: 'project',
    least: 'owner',
    status: 200,
    archived: 200,
    params: byInsider,
    body: () => ({ role: 'editor' }),
  },
  removeProjectCollaborator: { of: 'project', least: 'owner', status: 204, archived: 204, params: byInsider },
};
