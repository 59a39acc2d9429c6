import { wrongField } from '@longhand/contract';
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

/** Time after a confirmation, or a sign-in through a provider, in which it is valid (ms). */
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

/** Returns the end of the time that a confirmation is valid, or null if it is over. */
function untilOf(confirmedAt: Date | null | undefined, now: number): Date | null {
  if (!confirmedAt) return null;
  const until = new Date(confirmedAt.getTime() + recentMs);
  return until.getTime() > now ? until : null;
}

/** Returns the time until which a sign-in through a provider stands for a password, or null. */
async function findProviderUntil(
  { db, clock }: Pick<ReauthenticationDeps, 'db' | 'clock'>,
  sessionId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('identity_sessions')
    .select('created_at as begunAt')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return untilOf(row?.begunAt, clock.now());
}

/** Returns the time until which {@link confirmSession} is valid, or null. */
async function findOwnUntil(
  { db, clock }: Pick<ReauthenticationDeps, 'db' | 'clock'>,
  sessionId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select('confirmed_at as confirmedAt')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return untilOf(row?.confirmedAt, clock.now());
}

/**
 * Returns the time until which a session needs no other proof of the owner, or null: after a
 * confirmation in the session, and for an account that may omit the password, after the sign-in
 * through a provider.
 */
export async function findConfirmedUntil(
  deps: Pick<ReauthenticationDeps, 'db' | 'clock'>,
  session: { sessionId: string; user: { id: string } },
): Promise<Date | null> {
  const own = await findOwnUntil(deps, session.sessionId);
  if (own !== null || !(await mayOmit(deps.db, session.user.id))) return own;
  return findProviderUntil(deps, session.sessionId);
}

/** True if an account with an identity has no password, or the server does not use passwords. */
async function mayOmit(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const hasPassword = isPasswordHash(await getPasswordHash(db, userId));
  return (!hasPassword || (await isOnlyProvider(db))) && (await hasIdentity(db, userId));
}

/**
 * Stores that the owner of the account was proven in a session. Returns the end of the time in
 * which sensitive changes need no other proof.
 */
export async function confirmSession(
  { db, clock }: Pick<ReauthenticationDeps, 'db' | 'clock'>,
  sessionId: string,
): Promise<Date> {
  const now = clock.now();
  await db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(now) })
    .where('id', '=', sessionId)
    .execute();
  return new Date(now + recentMs);
}

/** Refuses `confirm_first` unless the owner was proven in the session, or by the provider. */
export async function requireConfirmed(
  deps: Pick<ReauthenticationDeps, 'db' | 'clock'>,
  session: { sessionId: string; user: { id: string } },
): Promise<void> {
  if ((await findConfirmedUntil(deps, session)) === null) refuse('confirm_first');
}

/** Refuses `wrong_password`, and `too_many` together with failed sign-ins. */
export async function requirePassword(
  { db, passwords, loginThrottle }: ReauthenticationDeps,
  userId: string,
  given: string,
): Promise<void> {
  const attempt = loginThrottle.begin(userId);
  if (!(await passwords.verify(await getPasswordHash(db, userId), given))) refuse('wrong_password');
  attempt.succeeded();
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
 * not allow: the password, or a confirmation of the session in the last ten minutes (see
 * {@link confirmSession}). With an identity, and without a password or on a server without
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
  const { db } = deps;
  if (!given && (await findOwnUntil(deps, session.sessionId)) !== null) return;
  const hasPassword = isPasswordHash(await getPasswordHash(db, session.user.id));
  if ((!hasPassword || !given) && (await mayOmit(db, session.user.id))) {
    if ((await findProviderUntil(deps, session.sessionId)) === null) refuse('sign_in_again');
    return;
  }
  if (given === undefined) {
    refuse('invalid', {
      errors: [wrongField('currentPassword', 'current_password_required')],
    });
  }
  await requirePassword(deps, session.user.id, given);
}
