import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { emailKey } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/** Notes a request, and returns its id: that of the one before, where one for this address still waits. */
export async function addRequest(trx: Db, request: { id: string; emailKey: string; at: Date }): Promise<string> {
  const row = await trx
    .insertInto('password_requests')
    .values({ id: request.id, email_key: request.emailKey, asked_at: request.at })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ asked_at: request.at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Takes a request away and returns the address it is for; null where it was taken before. */
export async function takeRequest(trx: Db, requestId: string): Promise<string | null> {
  const row = await trx.deleteFrom('password_requests').where('id', '=', requestId).returning('email_key').executeTakeFirst();
  return row?.email_key ?? null;
}

/** Who has this address and may sign in. People who are only looking around have no address that is theirs. */
export async function findByEmail(db: Db, key: string): Promise<{ id: string; name: string; email: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email_key', '=', key)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('demo_until', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Sets a person's password, and ends all their sessions. */
export async function setPassword(trx: Db, userId: string, hash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Sets a person's address. */
export async function setEmail(trx: Db, userId: string, email: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email, email_key: emailKey(email) })
    .where('id', '=', userId)
    .execute();
}
