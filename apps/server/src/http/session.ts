import type { Kysely } from 'kysely';
import { limits } from '@longhand/contract';
import { accountColumns, type Account } from '../db/accounts.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { refuse } from '../platform/refusal.ts';
import { hashOf, newToken } from '../platform/secrets.ts';
import { cookieNames, readCookie } from './cookies.ts';

const lifetimeMs = limits.sessionDays * 24 * 60 * 60 * 1_000;

/** A session is written to at most this often: a use within the minute is the same use. */
const touchEveryMs = 60_000;

/**
 * Who is signed in, by which session. `renewed` says that its thirty days began anew with this use. `scopes` is null for a
 * browser's session, which may everything that its person may; for an access token it is what the token is good for.
 */
export type Session = {
  sessionId: string;
  user: Account;
  renewed: boolean;
  scopes: readonly string[] | null;
  /** When it ends whatever is done with it; null where its use renews it. */
  endsAt: Date | null;
};

/**
 * Refuses `scope` to whoever acts by an access token: for what cannot be taken back, and for what would let a token outlive itself,
 * its person has to be there.
 */
export function demandBrowser({ scopes }: Pick<Session, 'scopes'>): void {
  if (scopes !== null) refuse('scope');
}

/** What sessions stand on. */
export type SessionDeps = { db: Kysely<Schema>; clock: Clock };

/**
 * The session that a `Cookie` header stands for, or null: none, ended, thirty days unused, or of a person who is disabled.
 * A use renews it (at most once a minute). Source: API, Conventions, Session.
 */
export async function findSession({ db, clock }: SessionDeps, cookieHeader: string | undefined): Promise<Session | null> {
  const token = readCookie(cookieHeader, cookieNames.session);
  if (token === null || token === '') return null;
  const now = clock.now();
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as sessionId', 'sessions.last_seen_at as lastSeenAt', 'sessions.expires_at as expiresAt'])
    .select(accountColumns)
    .where('sessions.token_hash', '=', hashOf(token))
    .where('sessions.expires_at', '>', new Date(now))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { sessionId, lastSeenAt, expiresAt, ...user } = row;
  // A guest's ends with the link that they came in by.
  if (user.isGuest) return { sessionId, user, renewed: false, scopes: null, endsAt: expiresAt };
  const renewed = now - lastSeenAt.getTime() >= touchEveryMs;
  if (renewed) {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(now), expires_at: new Date(now + lifetimeMs) })
      .where('id', '=', sessionId)
      .execute();
  }
  return { sessionId, user, renewed, scopes: null, endsAt: null };
}

/** Makes a session for a person and returns it with its secret; `endsAt`: when it ends at the latest. Sessions of theirs that have run out are removed. */
export async function startSession(
  { db, clock, ids }: SessionDeps & { ids: Ids },
  { userId, userAgent, endsAt }: { userId: string; userAgent: string; endsAt?: Date },
): Promise<{ sessionId: string; token: string }> {
  const now = clock.now();
  const [sessionId, token] = [ids.uuid(), newToken()];
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', new Date(now)).execute();
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      token_hash: hashOf(token),
      user_id: userId,
      user_agent: userAgent.slice(0, 300),
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: new Date(Math.min(now + lifetimeMs, endsAt?.getTime() ?? Infinity)),
    })
    .execute();
  return { sessionId, token };
}

/** Gives a session a new secret; the old one stands for nothing from now on. */
export async function rotateSession({ db }: Pick<SessionDeps, 'db'>, sessionId: string): Promise<string> {
  const token = newToken();
  await db
    .updateTable('sessions')
    .set({ token_hash: hashOf(token) })
    .where('id', '=', sessionId)
    .execute();
  return token;
}

/** Ends one session. */
export async function endSession({ db }: Pick<SessionDeps, 'db'>, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends all of a person's sessions but the one they act from. */
export async function endOtherSessions(
  { db }: Pick<SessionDeps, 'db'>,
  { userId, exceptSessionId }: { userId: string; exceptSessionId: string },
): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', exceptSessionId).execute();
}
