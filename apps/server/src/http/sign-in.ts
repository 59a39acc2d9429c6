import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Ids } from '../platform/ids.ts';
import {
  clearSessionCookie,
  cookieNames,
  readCookie,
  sendCsrfCookie,
  sendSessionCookie,
} from './cookies.ts';
import type { Csrf } from './csrf.ts';
import {
  endSession,
  rotateSession,
  startSession,
  type Session,
  type SessionDeps,
} from './session.ts';

/**
 * Effects of signing in and out on the browser. Each replaces the cookie of the CSRF token at once.
 */
export interface SignIn {
  /**
   * Signs a user in and ends the browser's previous session. Returns the id of the previous
   * session, or null. `endsAt`: see {@link startSession}. `also` stores what belongs to the new
   * session, in its transaction.
   */
  begin(
    call: { request: FastifyRequest; reply: FastifyReply; session: Session | null },
    userId: string,
    more?: { endsAt?: Date; also?: (trx: Kysely<Schema>, sessionId: string) => Promise<void> },
  ): Promise<string | null>;
  /** Replaces the session's secret and CSRF token, as after a change of password. */
  renew(reply: FastifyReply, session: Session): Promise<void>;
  /** Signs out. */
  end(reply: FastifyReply, session: Session | null): Promise<void>;
  /** Returns the CSRF token of this browser and sets its cookie. Reuses a valid one. */
  csrfToken(request: FastifyRequest, reply: FastifyReply, session: Session | null): string;
}

/** Records a sign-in or sign-out in its transaction. */
export type SignInNote = (
  trx: Kysely<Schema>,
  what: 'session.begun' | 'session.ended',
  userId: string,
) => Promise<void>;

/** Creates {@link SignIn}. `secure`: send the cookies over HTTPS only. */
export function createSignIn(
  deps: SessionDeps & { ids: Ids; csrf: Csrf; note: SignInNote; secure: boolean },
): SignIn {
  const { csrf, secure, note } = deps;

  function sendToken(reply: FastifyReply, sessionId: string | null, kept: string | null): string {
    const token = csrf.tokenFor(sessionId === null ? 'signed_out' : { sessionId }, kept);
    sendCsrfCookie(reply, token, secure);
    return token;
  }

  return {
    async begin({ request, reply, session }, userId, { endsAt, also } = {}) {
      const userAgent = request.headers['user-agent'] ?? '';
      const { sessionId, token } = await deps.db.transaction().execute(async (trx) => {
        if (session) await endSession({ db: trx }, session.sessionId);
        await note(trx, 'session.begun', userId);
        const given = { userId, userAgent, ...(endsAt && { endsAt }) };
        const started = await startSession({ ...deps, db: trx }, given);
        await also?.(trx, started.sessionId);
        return started;
      });
      sendSessionCookie(reply, token, secure);
      sendToken(reply, sessionId, null);
      return session?.sessionId ?? null;
    },
    async renew(reply, session) {
      sendSessionCookie(reply, await rotateSession(deps, session.sessionId), secure);
      sendToken(reply, session.sessionId, null);
    },
    async end(reply, session) {
      if (session) {
        await deps.db.transaction().execute(async (trx) => {
          await endSession({ db: trx }, session.sessionId);
          await note(trx, 'session.ended', session.user.id);
        });
      }
      clearSessionCookie(reply, secure);
      sendToken(reply, null, null);
    },
    csrfToken(request, reply, session) {
      return sendToken(
        reply,
        session?.sessionId ?? null,
        readCookie(request.headers.cookie, cookieNames.csrf),
      );
    },
  };
}
