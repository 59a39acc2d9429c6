import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Milliseconds within which somebody who left a document is back on the same visit: a page that is loaded anew is not being away. */
export const sameVisitMs = 60_000;

/** Notes that a person has just had a document open, made it or changed it: the list of recent documents is made of it. */
export async function recordVisit(
  db: Kysely<Schema>,
  { userId, documentId, at }: { userId: string; documentId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('document_visits')
    .values({ user_id: userId, document_id: documentId, visited_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'document_id']).doUpdateSet({ visited_at: at }))
    .execute();
}
