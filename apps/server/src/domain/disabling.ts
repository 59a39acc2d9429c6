import { sql, type Kysely } from 'kysely';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { Schema } from '../db/schema.ts';

type Db = Kysely<Schema>;

/**
 * Serializes changes of administrators. Uses the lock of registration, where the first
 * administrator is created.
 */
export async function lockAdministrators(trx: Db): Promise<void> {
  const [space, lock] = advisoryLocks.registration;
  await sql`select pg_advisory_xact_lock(${space}::integer, ${lock}::integer)`.execute(trx);
}

/** True if there is an active administrator. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Disables a user and deletes all their sessions, tokens and links. `at`: null enables the user.
 */
export async function setDisabled(trx: Db, userId: string, at: Date | null): Promise<void> {
  await trx.updateTable('users').set({ disabled_at: at }).where('id', '=', userId).execute();
  if (at === null) return;
  for (const table of ['sessions', 'access_tokens', 'account_links', 'pending_sign_ins'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}
