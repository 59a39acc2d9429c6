import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '@longhand/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Ids } from '../platform/ids.ts';
import {
  clearSessionCookie,
  cookieNames,
  readCookie,
  readLanguageCookie,
  sendCsrfCookie,
  sendLanguageCookie,
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
  /**
   * Stores the language that a user has chosen in the browser, if it is another one there. `chosen`
   * is the preference of the user.
   */
  useLanguage(call: { request: FastifyRequest; reply: FastifyReply }, chosen: unknown): void;
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

/** See {@link SignIn.useLanguage}. */
function storeLanguage(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  chosen: unknown,
  secure: boolean,
): void {
  const language = languageOf(typeof chosen === 'string' ? chosen : '');
  if (language !== readLanguageCookie(request.headers.cookie))
    sendLanguageCookie(reply, language, secure);
}

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
    useLanguage: (call, chosen) => storeLanguage(call, chosen, secure),
    async begin({ request, reply, session }, userId, { endsAt, also } = {}) {
      const userAgent = request.headers['user-agent'] ?? '';
      const { sessionId, token, preferences } = await deps.db.transaction().execute(async (trx) => {
        if (session) await endSession({ db: trx }, session.sessionId);
        await note(trx, 'session.begun', userId);
        const given = { userId, userAgent, ...(endsAt && { endsAt }) };
        const started = await startSession({ ...deps, db: trx }, given);
        await also?.(trx, started.sessionId);
        const user = await trx
          .selectFrom('users')
          .select('preferences')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
        return { ...started, preferences: user.preferences };
      });
      sendSessionCookie(reply, token, secure);
      storeLanguage({ request, reply }, preferences['language'], secure);
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
