import type { Kysely } from 'kysely';
import type { ServerRules } from '@longhand/contract';
import { accountColumns, type Account } from '../db/accounts.ts';
import type { Schema } from '../db/schema.ts';
import { readRules } from '../db/rules.ts';
import { lacksFactor } from '../db/second-factor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { refuse } from '../platform/refusal.ts';
import { hashOf, newToken } from '../platform/secrets.ts';
import { cookieNames, readCookie } from './cookies.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Minimum time between two updates of a session (ms): uses within one minute count as one. */
const touchEveryMs = 60_000;

/**
 * A session with its user. `renewed`: true if this use extended it. `scopes`: null
 * for a browser's session, which has all rights of its user; otherwise the scopes of an access
 * token.
 */
export type Session = {
  sessionId: string;
  user: Account;
  renewed: boolean;
  scopes: readonly string[] | null;
  /** Fixed end of the session, or null if use renews it. */
  endsAt: Date | null;
  /** True if the rules require a second factor that the user does not have. */
  mustAddFactor: boolean;
};

/**
 * Refuses `scope` for access tokens. Irreversible actions, and actions by which a token could
 * outlive itself, require the user.
 */
export function requireBrowser({ scopes }: Pick<Session, 'scopes'>): void {
  if (scopes !== null) refuse('scope');
}

/** Dependencies of sessions. */
export type SessionDeps = { db: Kysely<Schema>; clock: Clock };

/**
 * Returns the session of a `Cookie` header. Returns null if it is missing or ended, or if the user
 * is disabled. Use extends it as far as the rules of the server allow, at most once a minute.
 */
export async function findSession(
  { db, clock }: SessionDeps,
  cookieHeader: string | undefined,
): Promise<Session | null> {
  const token = readCookie(cookieHeader, cookieNames.session);
  if (token === null || token === '') return null;
  const now = clock.now();
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'sessions.created_at as sessionCreatedAt',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.expires_at as expiresAt',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('identity_sessions')
            .select('session_id')
            .whereRef('session_id', '=', 'sessions.id'),
        )
        .as('isByProvider'),
    )
    .select(accountColumns)
    .where('sessions.token_hash', '=', hashOf(token))
    .where('sessions.expires_at', '>', new Date(now))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { sessionId, sessionCreatedAt, lastSeenAt, expiresAt, isByProvider, ...user } = row;
  // A guest's session ends with the guest link.
  const found = { sessionId, user, scopes: null };
  if (user.isGuest) return { ...found, renewed: false, endsAt: expiresAt, mustAddFactor: false };
  const renewed = now - lastSeenAt.getTime() >= touchEveryMs;
  if (renewed) {
    await db
      .updateTable('sessions')
      .set({
        last_seen_at: new Date(now),
        expires_at: endOf(await readRules(db), { now, createdAt: sessionCreatedAt.getTime() }),
      })
      .where('id', '=', sessionId)
      .execute();
  }
  // The provider decides on the factors of a sign-in through it.
  const mustAddFactor = isByProvider === false && (await lacksFactor(db, user));
  return { ...found, renewed, endsAt: null, mustAddFactor };
}

/** Returns the end of a session that is used now (ms). */
function endOf(
  { sessionDays, sessionMaxDays }: ServerRules,
  { now, createdAt }: { now: number; createdAt: number },
): Date {
  const latest = sessionMaxDays === null ? Infinity : createdAt + sessionMaxDays * dayMs;
  return new Date(Math.min(now + sessionDays * dayMs, latest));
}

/**
 * Creates a session for a user and returns it with its secret. `endsAt`: latest end of the session.
 * Deletes the user's expired sessions.
 */
export async function startSession(
  { db, clock, ids }: SessionDeps & { ids: Ids },
  { userId, userAgent, endsAt }: { userId: string; userAgent: string; endsAt?: Date },
): Promise<{ sessionId: string; token: string }> {
  const now = clock.now();
  const [sessionId, token] = [ids.uuid(), newToken()];
  const end = endOf(await readRules(db), { now, createdAt: now });
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', new Date(now))
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      token_hash: hashOf(token),
      user_id: userId,
      user_agent: userAgent.slice(0, 300),
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: new Date(Math.min(end.getTime(), endsAt?.getTime() ?? Infinity)),
    })
    .execute();
  return { sessionId, token };
}

/** Replaces the secret of a session. The old one becomes invalid. */
export async function rotateSession(
  { db }: Pick<SessionDeps, 'db'>,
  sessionId: string,
): Promise<string> {
  const token = newToken();
  await db
    .updateTable('sessions')
    .set({ token_hash: hashOf(token) })
    .where('id', '=', sessionId)
    .execute();
  return token;
}

/** Ends one session. */
export async function endSession(
  { db }: Pick<SessionDeps, 'db'>,
  sessionId: string,
): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends all sessions of a user except the current one. */
export async function endOtherSessions(
  { db }: Pick<SessionDeps, 'db'>,
  { userId, exceptSessionId }: { userId: string; exceptSessionId: string },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptSessionId)
    .execute();
}
