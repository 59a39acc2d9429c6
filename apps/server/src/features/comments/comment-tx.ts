import type { Kysely } from 'kysely';
import type { ActivityType } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { named, type RecordActivity, type Unnamed } from '../../domain/record-activity.ts';
import type { DocumentTx } from '../../domain/document-tx.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';

/** Dependencies of comments. */
export type CommentsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  recordActivity: RecordActivity;
};

/**
 * Context of a change to a document's comments: the transaction that locks the document, its data,
 * and the caller.
 */
export type CommentTx = DocumentTx & { readonly userId: string; readonly at: Date };

/** Records an activity of a comment. */
export function recordCommentActivity(
  { recordActivity }: Pick<CommentsDeps, 'recordActivity'>,
  { trx, access: { documentId }, info, userId }: CommentTx,
  event: Unnamed<Extract<ActivityType, `comment.${string}`>>,
): Promise<void> {
  const entry = { actorId: userId, projectId: info.projectId, documentId };
  return recordActivity(trx, { ...named(event, info), ...entry });
}
