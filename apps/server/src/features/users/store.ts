import { sql, type Kysely, type Updateable } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { emailKey, refuseWhereTaken } from '../../domain/people.ts';

/** Changes a user. Preferences that are not named are retained. Refuses a taken name or address. */
export async function changePerson(
  db: Kysely<Schema>,
  userId: string,
  change: Omit<Updateable<Schema['users']>, 'preferences'>,
  preferences: Readonly<Record<string, unknown>>,
): Promise<Account> {
  try {
    return await db
      .updateTable('users')
      .set({
        ...change,
        preferences: sql<string>`preferences || ${JSON.stringify(preferences)}::jsonb`,
      })
      .where('id', '=', userId)
      .returning(accountColumns)
      .executeTakeFirstOrThrow();
  } catch (error) {
    return refuseWhereTaken(error);
  }
}

/** True if another user has the address. */
export async function isEmailTaken(
  db: Kysely<Schema>,
  { email, exceptUserId }: { email: string; exceptUserId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('id', '!=', exceptUserId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a user's access tokens. */
export async function endTokens(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}
