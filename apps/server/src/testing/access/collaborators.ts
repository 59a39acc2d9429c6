import type { collaboratorsEndpoints } from '@longhand/contract';
import type { Rows, Stage } from './row.ts';

const byInsider = ({ insider }: Stage) => ({ userId: insider.user.id });

const byGuest = ({ stranger }: Stage) => ({ userId: stranger.user.id });

/** Shares only the document with the stranger. */
async function addGuest({ db, documentId, stranger }: Stage): Promise<void> {
  await db
    .insertInto('document_members')
    .values({ document_id: documentId, user_id: stranger.user.id, role: 'viewer' })
    .execute();
}

/** Owners share, also when the object is archived: a role must be revocable at any time. */
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
  removeProjectCollaborator: {
    of: 'project',
    least: 'owner',
    status: 204,
    archived: 204,
    params: byInsider,
  },
  listDocumentCollaborators: { of: 'document', least: 'viewer', status: 200 },
  addDocumentCollaborator: {
    of: 'document',
    least: 'owner',
    status: 201,
    archived: 201,
    body: ({ stranger }) => ({ usernameOrEmail: stranger.user.username, role: 'viewer' }),
  },
  updateDocumentCollaborator: {
    of: 'document',
    least: 'owner',
    status: 200,
    archived: 200,
    params: byGuest,
    prepare: addGuest,
    body: () => ({ role: 'editor' }),
  },
  removeDocumentCollaborator: {
    of: 'document',
    least: 'owner',
    status: 204,
    archived: 204,
    params: byGuest,
    prepare: addGuest,
  },
  listCollaborators: { of: 'signed_in', status: 200 },
};
