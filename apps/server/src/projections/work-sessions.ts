import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Contribution } from '../domain/work-session.ts';
import { apportion, type Changes } from './typed-units.ts';

type Db = Kysely<Schema>;

/** Returns the beginning of the current work session of a document (ms since 1970), or null. */
export async function findWorkSessionStart(db: Db, documentId: string): Promise<number | null> {
  const row = await db
    .selectFrom('contributions')
    .select((eb) => eb.fn.min('began_at').as('first'))
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row?.first?.getTime() ?? null;
}

/** Adds writing to the current work session. `difference`: change of the number of words. */
export async function addToWorkSession(
  trx: Db,
  documentId: string,
  { by }: Changes,
  difference: number,
): Promise<void> {
  if (by.size === 0) return;
  const people = [...by];
  const shares = apportion(
    Math.abs(difference),
    people.map(([, { units }]) => units),
  );
  const rows = people.map(([userId, { first, last }], i) => ({
    document_id: documentId,
    user_id: userId,
    began_at: new Date(first),
    last_at: new Date(last),
    words_added: difference > 0 ? (shares[i] ?? 0) : 0,
    words_removed: difference < 0 ? (shares[i] ?? 0) : 0,
  }));
  await trx
    .insertInto('contributions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'user_id']).doUpdateSet((eb) => ({
        last_at: eb.ref('excluded.last_at'),
        words_added: sql<number>`contributions.words_added + excluded.words_added`,
        words_removed: sql<number>`contributions.words_removed + excluded.words_removed`,
      })),
    )
    .execute();
}

/**
 * Takes the recorded work of a document, sorted by last write. A concurrent caller gets an empty
 * list.
 */
export async function takeContributions(trx: Db, documentId: string): Promise<Contribution[]> {
  const rows = await trx
    .deleteFrom('contributions')
    .where('document_id', '=', documentId)
    .returningAll()
    .execute();
  return rows
    .map((row) => ({
      userId: row.user_id,
      from: row.began_at,
      to: row.last_at,
      wordsAdded: row.words_added,
      wordsRemoved: row.words_removed,
    }))
    .toSorted((a, b) => a.to.getTime() - b.to.getTime());
}

/**
 * Returns documents with a work session in which no user has written since `before`, at most
 * `most`. Leaves out the documents `except`.
 */
export async function findAbandonedWorkSessions(
  db: Db,
  { before, except, most }: { before: Date; except: readonly string[]; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('contributions')
    .select('document_id')
    .where(sql<boolean>`document_id <> all(${except}::uuid[])`)
    .groupBy('document_id')
    .having((eb) => eb(eb.fn.max('last_at'), '<', before))
    .limit(most)
    .execute();
  return rows.map((row) => row.document_id);
}
