import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { emailKey, usernameKey } from './people.ts';

/**
 * A user found by name or address. `addressUnconfirmed`: found by an unconfirmed address, which may
 * not be theirs.
 */
export type Named = { userId: string; addressUnconfirmed: boolean };

/**
 * Returns the user with this username or address, or null. Excludes disabled users and users who
 * must confirm their address first. `onlyConfirmed`: finds addresses only if they are confirmed.
 * Demo users find, and are found by, users of the same workspace only.
 */
export async function findUser(
  db: Kysely<Schema>,
  callerId: string,
  { usernameOrEmail, onlyConfirmed }: { usernameOrEmail: string; onlyConfirmed: boolean },
): Promise<Named | null> {
  const byEmail = usernameOrEmail.includes('@');
  const row = await db
    .selectFrom('users')
    .select(['id', 'email_confirmed_at as confirmedAt'])
    .where(
      byEmail ? 'email_key' : 'username_key',
      '=',
      byEmail ? emailKey(usernameOrEmail) : usernameKey(usernameOrEmail),
    )
    .where('disabled_at', 'is', null)
    .where('is_guest', '=', false)
    .where('must_confirm_email', '=', false)
    .$if(byEmail && onlyConfirmed, (query) => query.where('email_confirmed_at', 'is not', null))
    .where(
      sql<boolean>`demo_id is not distinct from (select c.demo_id from users c where c.id = ${callerId})`,
    )
    .executeTakeFirst();
  return row ? { userId: row.id, addressUnconfirmed: byEmail && row.confirmedAt === null } : null;
}
