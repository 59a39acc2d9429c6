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

/** Objects that owners share, also when archived: a role must be revocable at any time. */
type Shared = 'project' | 'document';

const add = (of: Shared) => ({
  of,
  least: 'owner' as const,
  status: 201,
  archived: 201,
  body: ({ stranger }: Stage) => ({ usernameOrEmail: stranger.user.username, role: 'viewer' }),
});

const update = (of: Shared) => ({
  of,
  least: 'owner' as const,
  status: 200,
  archived: 200,
  body: () => ({ role: 'editor' }),
});

const remove = (of: Shared) => ({ of, least: 'owner' as const, status: 204, archived: 204 });

/** Access rules of the calls that share a project or a document. */
export const collaboratorsRows: Rows<typeof collaboratorsEndpoints> = {
  listProjectCollaborators: { of: 'project', least: 'viewer', status: 200 },
  addProjectCollaborator: add('project'),
  updateProjectCollaborator: { ...update('project'), params: byInsider },
  removeProjectCollaborator: { ...remove('project'), params: byInsider },
  listDocumentCollaborators: { of: 'document', least: 'viewer', status: 200 },
  addDocumentCollaborator: add('document'),
  updateDocumentCollaborator: { ...update('document'), params: byGuest, prepare: addGuest },
  removeDocumentCollaborator: { ...remove('document'), params: byGuest, prepare: addGuest },
  listCollaborators: { of: 'signed_in', status: 200 },
};
