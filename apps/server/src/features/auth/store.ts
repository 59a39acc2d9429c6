import type { Kysely } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { emailKey, usernameKey } from '../../domain/people.ts';

/**
 * Returns the user and the hash to verify for `login`, or null. It is a username or an address:
 * usernames contain no @.
 */
export async function findCredentials(
  db: Kysely<Schema>,
  login: string,
): Promise<{ account: Account; passwordHash: string } | null> {
  const byEmail = login.includes('@');
  const row = await db
    .selectFrom('users')
    .select([...accountColumns, 'users.password_hash as passwordHash'])
    .where(
      byEmail ? 'email_key' : 'username_key',
      '=',
      byEmail ? emailKey(login) : usernameKey(login),
    )
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { passwordHash, ...account } = row;
  return { account, passwordHash };
}
