import type { projectsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** A project is visible to its members and changed by its owners. */
export const projectsRows: Rows<typeof projectsEndpoints> = {
  listProjects: { of: 'signed_in', status: 200 },
  listArchivedProjects: { of: 'signed_in', status: 200 },
  createProject: { of: 'signed_in', status: 201, body: () => ({ name: 'Mine' }) },
  getProject: { of: 'project', least: 'viewer', status: 200 },
  updateProject: { of: 'project', least: 'owner', status: 200, body: () => ({ name: 'New' }) },
  // A project must be archived before it can be deleted.
  deleteProject: { of: 'project', least: 'owner', status: 409, archived: 200 },
  archiveProject: { of: 'project', least: 'owner', status: 200, archived: 200 },
  restoreProject: { of: 'project', least: 'owner', status: 200, archived: 200, deleted: 200 },
  handOverProject: {
    of: 'project',
    least: 'owner',
    status: 200,
    archived: 200,
    body: ({ insider }) => ({ userId: insider.user.id }),
  },
};
