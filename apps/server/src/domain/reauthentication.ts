import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { isPasswordHash, type Passwords } from './passwords.ts';
import { isOnlyProvider } from './sign-in-rule.ts';

/** Dependencies of {@link requireOwner}. */
export type ReauthenticationDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  passwords: Passwords;
  loginThrottle: LoginThrottle;
};

/** Time after a sign-in through a provider in which it stands for a password (ms). */
const recentMs = 10 * 60_000;

/** Returns the hash of a user's password, or the text that stands for none. */
export async function getPasswordHash(db: Kysely<Schema>, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

/**
 * Returns the time until which a session that was begun through a provider stands for a password,
 * or null if the session was begun otherwise, or too long ago.
 */
export async function findConfirmedUntil(
  { db, clock }: Pick<ReauthenticationDeps, 'db' | 'clock'>,
  sessionId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('identity_sessions')
    .select('created_at as begunAt')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const until = new Date(row.begunAt.getTime() + recentMs);
  return until.getTime() > clock.now() ? until : null;
}

/** True if a user can sign in through a provider. */
async function hasIdentity(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Demands proof of the account's owner before sensitive changes, which an unattended session must
 * not allow: the password. With an identity, and without a password or on a server without
 * passwords, the session must have begun through a provider in the last ten minutes instead.
 *
 * Refuses `invalid` if the password is missing, `wrong_password`, `too_many` together with failed
 * sign-ins, and `sign_in_again`.
 */
export async function requireOwner(
  deps: ReauthenticationDeps,
  session: { sessionId: string; user: { id: string } },
  given: string | undefined,
): Promise<void> {
  const { db, passwords, loginThrottle } = deps;
  const stored = await getPasswordHash(db, session.user.id);
  const hasPassword = isPasswordHash(stored);
  const mayOmit = !hasPassword || (!given && (await isOnlyProvider(db)));
  if (mayOmit && (await hasIdentity(db, session.user.id))) {
    if ((await findConfirmedUntil(deps, session.sessionId)) === null) refuse('sign_in_again');
    return;
  }
  if (given === undefined) {
    refuse('invalid', {
      errors: [{ path: 'currentPassword', message: 'The current password is required' }],
    });
  }
  const attempt = loginThrottle.begin(session.user.id);
  if (!(await passwords.verify(stored, given))) refuse('wrong_password');
  attempt.succeeded();
}
