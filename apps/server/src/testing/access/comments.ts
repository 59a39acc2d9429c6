import type { commentsEndpoints } from '@longhand/contract';
import type { Rows, Stage } from './row.ts';

/** Inserts a comment of the owner on the stage's document. */
async function addComment({ db, documentId, owner }: Stage): Promise<{ commentId: string }> {
  const commentId = crypto.randomUUID();
  const isThere = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (isThere === undefined) return { commentId };
  const comment = {
    id: commentId,
    document_id: documentId,
    thread_id: commentId,
    body: 'Is this so?',
  };
  await db
    .insertInto('comments')
    .values({ ...comment, author_id: owner.user.id, created_at: new Date() })
    .execute();
  return { commentId };
}

const addReacted = async (stage: Stage) => ({ ...(await addComment(stage)), kind: 'heart' });

/**
 * Readers of the document read its comments; reviewers write them, and owners delete comments of
 * other users.
 */
export const commentsRows: Rows<typeof commentsEndpoints> = {
  listComments: { of: 'document', least: 'viewer', status: 200 },
  getThread: { of: 'document', least: 'viewer', status: 200, params: addComment },
  createComment: {
    of: 'document',
    least: 'reviewer',
    status: 201,
    body: () => ({ body: 'Is this so?' }),
  },
  updateComment: {
    of: 'document',
    least: 'reviewer',
    status: 200,
    params: addComment,
    body: () => ({ resolved: true }),
  },
  addReaction: { of: 'document', least: 'reviewer', status: 200, params: addReacted },
  removeReaction: { of: 'document', least: 'reviewer', status: 200, params: addReacted },
  deleteComment: { of: 'document', least: 'owner', status: 204, params: addComment },
};
