import type { Kysely } from 'kysely';
import type { ActivityType } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Live } from '../../domain/live.ts';
import type { HeldDocument } from '../../domain/held-document.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';

/** Dependencies of comments. */
export type CommentsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  live: Live;
  journal: Journal;
};

/**
 * Context of a change to a document's comments: the transaction that locks the document, its data,
 * and the caller.
 */
export type Held = HeldDocument & { readonly userId: string; readonly at: Date };

/** Writes a journal entry about a comment. */
export function tell(
  { journal }: Pick<CommentsDeps, 'journal'>,
  { trx, access: { documentId }, about, userId }: Held,
  type: ActivityType,
  data: { threadId: string; commentId: string; mentions?: readonly string[]; assigneeId?: string },
): Promise<void> {
  const { projectId, title, projectName } = about;
  return journal(trx, {
    type,
    actorId: userId,
    projectId,
    documentId,
    data: { title, projectName, ...data },
  });
}
