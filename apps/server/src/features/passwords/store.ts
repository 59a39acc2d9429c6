import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { emailKey } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/** Who has this address and may sign in. People who are only looking around have no address that is theirs. */
export async function findByEmail(db: Db, key: string): Promise<{ id: string; name: string; email: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email_key', '=', key)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('demo_until', 'is', null)
    .where('is_guest', '=', false)
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
