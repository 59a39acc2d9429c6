import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Maximum absence within one visit to a document (ms). Reloading a page is not an absence. */
export const sameVisitMs = 60_000;

/**
 * Records that a user has just opened, created or changed a document. Used for the list of recent
 * documents.
 */
export async function recordVisit(
  db: Kysely<Schema>,
  { userId, documentId, at }: { userId: string; documentId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('document_visits')
    .values({ user_id: userId, document_id: documentId, visited_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'document_id']).doUpdateSet({ visited_at: at }),
    )
    .execute();
}
