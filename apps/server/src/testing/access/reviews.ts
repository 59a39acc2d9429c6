import { zstdCompressSync } from 'node:zlib';
import type { reviewsEndpoints } from '@longhand/contract';
import type { Rows, Stage } from './row.ts';

/**
 * Inserts a review round on the stage's document. Its reviewers are the owner and all members who
 * may review.
 */
async function addReview({
  db,
  documentId,
  projectId,
  owner,
}: Stage): Promise<{ reviewId: string }> {
  const reviewId = crypto.randomUUID();
  const isThere = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (isThere === undefined) return { reviewId };
  const [versionId, at] = [crypto.randomUUID(), new Date()];
  await db
    .insertInto('document_versions')
    .values({
      id: versionId,
      document_id: documentId,
      number: 1,
      name: null,
      kind: 'named',
      word_count: 0,
      seq: 0,
      created_by: owner.user.id,
      state: zstdCompressSync(Uint8Array.of(0, 0)),
      created_at: at,
    })
    .execute();
  const settings = { message: '', due_on: null, later_edits: 'reset' as const, locks: false };
  await db
    .insertInto('reviews')
    .values({
      id: reviewId,
      document_id: documentId,
      version_id: versionId,
      asked_by: owner.user.id,
      ...settings,
      created_at: at,
    })
    .execute();
  const members = await db
    .selectFrom('project_roles')
    .select(['user_id', 'role'])
    .where('project_id', '=', projectId)
    .execute();
  const asked = members.filter(({ role }) => role !== 'viewer').map(({ user_id }) => user_id);
  await db
    .insertInto('reviewers')
    .values(
      [...new Set([...asked, owner.user.id])].map((user_id) => ({
        review_id: reviewId,
        user_id,
        asked_at: at,
      })),
    )
    .execute();
  return { reviewId };
}

/**
 * Readers of the document read its review rounds; editors create and change them; their reviewers
 * respond.
 */
export const reviewsRows: Rows<typeof reviewsEndpoints> = {
  listReviews: { of: 'document', least: 'viewer', status: 200 },
  createReview: {
    of: 'document',
    least: 'editor',
    status: 201,
    locked: 409,
    body: ({ owner }) => ({ reviewerIds: [owner.user.id] }),
  },
  updateReview: {
    of: 'document',
    least: 'editor',
    status: 200,
    params: addReview,
    body: () => ({ message: 'By Friday' }),
  },
  // Only reviewers of the round may respond.
  answerReview: {
    of: 'document',
    least: 'reviewer',
    status: 200,
    shared: { active: 403, locked: 403, draft: 403 },
    params: addReview,
    body: () => ({ verdict: 'approved' }),
  },
  endReview: {
    of: 'document',
    least: 'editor',
    status: 200,
    params: addReview,
    body: () => ({ as: 'ended' }),
  },
  remindReviewers: { of: 'document', least: 'editor', status: 204, params: addReview },
  listWaitingReviews: { of: 'signed_in', status: 200 },
};
