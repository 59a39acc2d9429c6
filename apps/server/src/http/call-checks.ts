import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForeign, needsRoom, type Endpoint } from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';
import { findBearer, readBearer } from './bearer.ts';
import type { ConsumeRateLimit } from './rate-limits.ts';
import { cookieNames, readCookie, sendSessionCookie } from './cookies.ts';
import type { Csrf } from './csrf.ts';
import { isOurOrigin } from './origin.ts';
import { storePageLanguage } from './page-language.ts';
import { findSession, type Session, type SessionDeps } from './session.ts';

/** Dependencies of the checks. `publicUrl`: null to use `Host` as our origin. */
export type CallChecksDeps = SessionDeps & {
  consumeRateLimit: ConsumeRateLimit;
  csrf: Csrf;
  publicUrl: string | null;
  secure: boolean;
  /** Checks that the disk has room for new data. */
  hasDiskSpace: () => Promise<boolean>;
};

/** Checks that every call passes before its body is read. */
export type CallChecks = {
  /** Refuses a call that its endpoint does not admit. Otherwise renews the caller's cookie. */
  admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Returns the session of an admitted call, or null without one. */
  sessionOf(request: FastifyRequest): Session | null;
};

/** Creates the {@link CallChecks}: rate limit, origin and CSRF, sign-in, rights, room. */
export function createCallChecks(deps: CallChecksDeps): CallChecks {
  const sessions = new WeakMap<FastifyRequest, Session>();

  return {
    async admit(endpoint, request, reply) {
      const session = await findCaller(deps, request);
      const byToken =
        request.headers.authorization !== undefined &&
        readBearer(request.headers.authorization) !== null;
      deps.consumeRateLimit(endpoint.rateLimit, {
        sessionId: session?.sessionId ?? null,
        address: request.ip,
      });
      if (endpoint.method !== 'GET' && !isForeign(endpoint) && !byToken)
        checkCsrf(deps, request, session);
      if (!isMeant(request.url, session)) refuse('not_signed_in');
      // Guests count as not signed in for every endpoint that does not allow guests.
      if (session && (!session.user.isGuest || endpoint.guests)) {
        sessions.set(request, session);
        renewCookie(request, reply, session, deps.secure);
        await storePageLanguage(deps.db, session, request.headers);
      } else if (endpoint.access !== 'public' || byToken) {
        refuse('not_signed_in');
      }
      if (session) checkScope(endpoint, session);
      if (session?.user.mustConfirmEmail && endpoint.access !== 'public' && !endpoint.unconfirmed)
        refuse('email_unconfirmed');
      if (session?.mustAddFactor && endpoint.access !== 'public' && !endpoint.withoutFactor)
        refuse('second_factor_needed');
      if (endpoint.access === 'administrator' && !session?.user.isAdmin)
        refuse('administrators_only');
      if (
        endpoint.takes === undefined &&
        /^\s*multipart\//i.test(request.headers['content-type'] ?? '')
      )
        refuse('wrong_type');
      if (needsRoom(endpoint) && !(await deps.hasDiskSpace())) refuse('disk_full');
    },
    sessionOf: (request) => sessions.get(request) ?? null,
  };
}

/**
 * Finds the caller by the access token if one is sent, which other sites cannot make a browser do.
 * Otherwise uses the cookie.
 */
async function findCaller(deps: SessionDeps, request: FastifyRequest): Promise<Session | null> {
  const token = readBearer(request.headers.authorization);
  return token === null ? findSession(deps, request.headers.cookie) : findBearer(deps, token);
}

function checkCsrf(
  { csrf, publicUrl }: Pick<CallChecksDeps, 'csrf' | 'publicUrl'>,
  request: FastifyRequest,
  session: Session | null,
): void {
  if (!isOurOrigin(request.headers, publicUrl)) refuse('cross_origin');
  const given = request.headers['x-xsrf-token'];
  const header = typeof given === 'string' ? given : null;
  const cookie = readCookie(request.headers.cookie, cookieNames.csrf);
  if (!csrf.holds(session ? { sessionId: session.sessionId } : 'signed_out', header, cookie))
    refuse('csrf');
}

/**
 * Checks the user id that a page sends (`?as=`), as on the live channel: the browser's session may
 * have changed since. Without `?as=`, the session's user is assumed.
 */
function isMeant(url: string, session: Session | null): boolean {
  const meant = new URLSearchParams(url.split('?', 2)[1]).get('as');
  return meant === null || meant === session?.user.id;
}

/** Renews the cookie's thirty days together with the session's. */
function renewCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  secure: boolean,
): void {
  const token = readCookie(request.headers.cookie, cookieNames.session);
  if (session.renewed && token !== null) sendSessionCookie(reply, token, secure);
}

/**
 * Tokens never give access to accounts or to the server: the outbox alone would give its reader all
 * accounts.
 */
function checkScope(endpoint: Endpoint, { scopes }: Session): void {
  if (scopes === null) return;
  const needed = endpoint.method === 'GET' ? 'read' : 'write';
  if (endpoint.tokens === false || endpoint.access === 'administrator' || !scopes.includes(needed))
    refuse('scope');
}
