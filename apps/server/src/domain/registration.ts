import { sql, type Insertable, type Kysely } from 'kysely';
import { accountColumns, type Account } from '../db/accounts.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { refuse } from '../platform/refusal.ts';
import { currentCaller } from '../platform/work.ts';
import type { Confirm } from './confirm.ts';
import { skeletonOf } from './confusables.ts';
import { getOffer } from './invitations.ts';
import { emailKey, refuseWhereTaken, usernameKey } from './people.ts';
import { readSignUp } from './sign-up.ts';

type Db = Kysely<Schema>;

/** Dependencies of the rules of registration. */
export type AdmissionDeps = {
  db: Db;
  clock: Clock;
  signUp: Config['signUp'];
  confirm: Pick<Confirm, 'isPossible'>;
};

/**
 * Returns the check that refuses users without the right to register. `mustConfirm`: the account is
 * unusable until its address is confirmed.
 *
 * Invited users may always register. If invitations are required, the first user may too, because
 * no user can invite them. A domain rule applies to the first user as well. It admits no user if
 * there is no mail server, since an unconfirmed address proves nothing.
 *
 * @param person `isVerified`: an identity provider has verified the address
 */
export async function admitWhom(
  { db, clock, signUp, confirm }: AdmissionDeps,
  person: { email: string; invitation: string | undefined; isVerified: boolean },
) {
  const { email, invitation, isVerified } = person;
  if (invitation !== undefined) await getOffer(db, invitation, clock.now());
  const { mode, domain } = await readSignUp(db, signUp);
  const admit = (isFirst: boolean): void => {
    if (invitation !== undefined) return;
    if (mode === 'invited' && !isFirst) refuse('sign_up_closed');
    const isProvable = isVerified || confirm.isPossible;
    const isOfDomain = isProvable && emailKey(email).endsWith(`@${domain}`);
    if (mode === 'domain' && !isOfDomain) refuse('sign_up_closed');
  };
  const mustConfirm = mode === 'domain' && invitation === undefined && !isVerified;
  return { admit, mustConfirm };
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
 * Runs `act` in a transaction that is serialized with other registrations and with changes of
 * administrators. Refuses taken names and addresses.
 */
export async function registering<Result>(
  db: Db,
  act: (trx: Db) => Promise<Result>,
): Promise<Result> {
  const [space, lock] = advisoryLocks.registration;
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${space}::integer, ${lock}::integer)`.execute(trx);
      return act(trx);
    });
  } catch (error) {
    return refuseWhereTaken(error);
  }
}

/** Columns of a new user that its registration determines. */
export type NewPerson = Omit<
  Insertable<Schema['users']>,
  'is_admin' | 'username_key' | 'username_skeleton' | 'email_key'
>;

/** Returns the preferences of a new user: the language of the page on which they sign up. */
function firstPreferences(): { preferences?: string } {
  const language = currentCaller()?.language ?? null;
  return language === null ? {} : { preferences: JSON.stringify({ language }) };
}

/**
 * Adds a user within {@link registering}. The first user becomes administrator. The language of the
 * page becomes their preference.
 *
 * @param admit refuses users without the right to register
 */
export async function addPerson(
  trx: Db,
  person: NewPerson,
  admit: (isFirst: boolean) => void,
): Promise<Account> {
  const isFirst = await isEmpty(trx);
  admit(isFirst);
  const keys = {
    username_key: usernameKey(person.username),
    username_skeleton: skeletonOf(person.username),
    email_key: emailKey(person.email),
  };
  return trx
    .insertInto('users')
    .values({ ...person, ...keys, is_admin: isFirst, ...firstPreferences() })
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
}
