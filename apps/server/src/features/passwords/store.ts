import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { emailKey } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/** Returns the user with this address who may sign in. Demo users have no address of their own. */
export async function findByEmail(
  db: Db,
  key: string,
): Promise<{ id: string; name: string; email: string } | null> {
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

/**
 * Sets a user's password, and ends all their sessions, started sign-ins and access tokens.
 * `confirmedAt`: time of use of a mailed link, which confirms the address. Null if the link came by
 * another way.
 */
export async function setPassword(
  trx: Db,
  userId: string,
  { hash, confirmedAt }: { hash: string; confirmedAt: Date | null },
): Promise<void> {
  const confirmed =
    confirmedAt === null ? {} : { email_confirmed_at: confirmedAt, must_confirm_email: false };
  await trx
    .updateTable('users')
    .set({ password_hash: hash, ...confirmed })
    .where('id', '=', userId)
    .execute();
  for (const table of ['sessions', 'access_tokens', 'pending_sign_ins'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

/** Sets a user's confirmed address. */
export async function setEmail(
  trx: Db,
  userId: string,
  { email, confirmedAt }: { email: string; confirmedAt: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email,
      email_key: emailKey(email),
      email_confirmed_at: confirmedAt,
      must_confirm_email: false,
    })
    .where('id', '=', userId)
    .execute();
}
