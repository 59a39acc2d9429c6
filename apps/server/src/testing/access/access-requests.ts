import type { accessRequestsEndpoints } from '@longhand/contract';
import type { Rows, Stage } from './row.ts';

/** Inserts a request of the stranger for the stage's document or project. */
const addRequest =
  (kind: 'document' | 'project') =>
  async ({ db, documentId, projectId, stranger }: Stage): Promise<{ requestId: string }> => {
    const requestId = crypto.randomUUID();
    const row = {
      id: requestId,
      user_id: stranger.user.id,
      kind,
      object_id: kind === 'document' ? documentId : projectId,
    };
    await db.deleteFrom('access_requests').where('object_id', '=', row.object_id).execute();
    await db
      .insertInto('access_requests')
      .values({ ...row, message: '', state: 'open', asked_at: new Date() })
      .execute();
    return { requestId };
  };

/**
 * Signed-in users may ask, with the same response whether the object exists or not; owners decide.
 */
export const accessRequestsRows: Rows<typeof accessRequestsEndpoints> = {
  askForDocument: { of: 'signed_in', status: 204 },
  askForProject: { of: 'signed_in', status: 204 },
  grantDocumentRequest: {
    of: 'document',
    least: 'owner',
    status: 204,
    archived: 204,
    params: addRequest('document'),
    body: () => ({ role: 'viewer' }),
  },
  declineDocumentRequest: {
    of: 'document',
    least: 'owner',
    status: 204,
    archived: 204,
    deleted: 204,
    params: addRequest('document'),
  },
  grantProjectRequest: {
    of: 'project',
    least: 'owner',
    status: 204,
    archived: 204,
    params: addRequest('project'),
    body: () => ({ role: 'viewer' }),
  },
  declineProjectRequest: {
    of: 'project',
    least: 'owner',
    status: 204,
    archived: 204,
    deleted: 204,
    params: addRequest('project'),
  },
  listWaitingRequests: { of: 'signed_in', status: 200 },
};
