import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Ids } from '../platform/ids.ts';
import { clearSessionCookie, cookieNames, readCookie, sendCsrfCookie, sendSessionCookie } from './cookies.ts';
import type { Csrf } from './csrf.ts';
import { endSession, rotateSession, startSession, type Session, type SessionDeps } from './session.ts';

/** What signing in and out does to the browser: each replaces the CSRF token's cookie at once. Source: API, Conventions. */
export interface SignIn {
  /** Signs a person in on this browser; a session that it had is ended first. Returns the id of that one, or null. `endsAt`: see {@link startSession}. */
  begin(
    call: { request: FastifyRequest; reply: FastifyReply; session: Session | null },
    userId: string,
    endsAt?: Date,
  ): Promise<string | null>;
  /** Gives the session a new secret and token, as after a change of password. */
  renew(reply: FastifyReply, session: Session): Promise<void>;
  /** Signs out. */
  end(reply: FastifyReply, session: Session | null): Promise<void>;
  /** The CSRF token of this browser, its cookie set; the one that it has where that still holds. */
  csrfToken(request: FastifyRequest, reply: FastifyReply, session: Session | null): string;
}

/** Writes down that somebody came or went, in the transaction in which they do. */
export type SignInNote = (trx: Kysely<Schema>, what: 'session.begun' | 'session.ended', userId: string) => Promise<void>;

/** Makes {@link SignIn}; with `secure` the cookies are for https alone. */
export function createSignIn(deps: SessionDeps & { ids: Ids; csrf: Csrf; note: SignInNote; secure: boolean }): SignIn {
  const { csrf, secure, note } = deps;

  function sendToken(reply: FastifyReply, sessionId: string | null, kept: string | null): string {
    const token = csrf.tokenFor(sessionId === null ? 'signed_out' : { sessionId }, kept);
    sendCsrfCookie(reply, token, secure);
    return token;
  }

  return {
    async begin({ request, reply, session }, userId, endsAt) {
      const userAgent = request.headers['user-agent'] ?? '';
      const { sessionId, token } = await deps.db.transaction().execute(async (trx) => {
        if (session) await endSession({ db: trx }, session.sessionId);
        await note(trx, 'session.begun', userId);
        return startSession({ ...deps, db: trx }, { userId, userAgent, ...(endsAt && { endsAt }) });
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
      return sendToken(reply, session?.sessionId ?? null, readCookie(request.headers.cookie, cookieNames.csrf));
    },
  };
}
