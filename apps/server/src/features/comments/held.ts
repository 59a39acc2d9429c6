import type { Kysely } from 'kysely';
import type { ActivityType } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { named, type Journal, type Unnamed } from '../../domain/journal.ts';
import type { HeldDocument } from '../../domain/held-document.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';

/** Dependencies of comments. */
export type CommentsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
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
  event: Unnamed<Extract<ActivityType, `comment.${string}`>>,
): Promise<void> {
  const entry = { actorId: userId, projectId: about.projectId, documentId };
  return journal(trx, { ...named(event, about), ...entry });
}
