import { sql, type Insertable, type Kysely } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import type { Schema } from '../../db/schema.ts';
import { skeletonOf } from '../../domain/confusables.ts';
import { emailKey, refuseWhereTaken, usernameKey } from '../../domain/people.ts';

type Db = Kysely<Schema>;

/**
 * Returns the user and the hash to verify for `login`, or null. It is a username or an address:
 * usernames contain no @.
 */
export async function findCredentials(
  db: Db,
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

/**
 * Returns whether a username and an address are taken. A username that looks like another counts as
 * taken.
 */
export async function findTaken(db: Db, { username, email }: { username: string; email: string }) {
  const rows = await db
    .selectFrom('users')
    .select(['username_skeleton', 'email_key'])
    .where((eb) =>
      eb.or([
        eb('username_skeleton', '=', skeletonOf(username)),
        eb('email_key', '=', emailKey(email)),
      ]),
    )
    .execute();
  return {
    username: rows.some((row) => row.username_skeleton === skeletonOf(username)),
    email: rows.some((row) => row.email_key === emailKey(email)),
  };
}

/** True if no user has registered yet. Demo users do not count. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    empty: boolean;
  }>`select not exists (select from users where demo_until is null) as empty`.execute(db);
  return rows[0]?.empty === true;
}

/**
 * Adds a user. Registrations are serialized by a lock, and the first user becomes administrator.
 * Refuses taken names and addresses. `admit`: called within the lock, refuses users without the
 * right to register. `welcome`: called in the same transaction afterwards.
 */
export async function addPerson(
  db: Db,
  person: Omit<Insertable<Schema['users']>, 'is_admin'>,
  { admit, welcome }: { admit: (isFirst: boolean) => void; welcome: (trx: Db) => Promise<void> },
): Promise<Account> {
  const [space, lock] = advisoryLocks.registration;
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${space}::integer, ${lock}::integer)`.execute(trx);
      const isFirst = await isEmpty(trx);
      admit(isFirst);
      const account = await trx
        .insertInto('users')
        .values({ ...person, is_admin: isFirst })
        .returning(accountColumns)
        .executeTakeFirstOrThrow();
      await welcome(trx);
      return account;
    });
  } catch (error) {
    return refuseWhereTaken(error);
  }
}
