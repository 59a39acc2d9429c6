import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import {
  needsRoom,
  type Endpoint,
  type FileAnswer,
  type Received,
  type Reply,
} from '@longhand/contract';
import { onBehalfOf, type Caller as Asking } from '../platform/caller.ts';
import { refuse } from '../platform/refusal.ts';
import { findBearer, readBearer } from './bearer.ts';
import type { Spend } from './budgets.ts';
import { cookieNames, readCookie, sendSessionCookie } from './cookies.ts';
import type { Csrf } from './csrf.ts';
import { sendFile } from './file-answers.ts';
import { withoutUsernames } from './guest-answers.ts';
import { isOurOrigin } from './origin.ts';
import { readKey, type Idempotency } from './idempotency.ts';
import { findSession, type Session, type SessionDeps } from './session.ts';
import { createUnread } from './unread.ts';
import { read, readParams } from './validation.ts';

/** The caller: always known for endpoints that need sign-in, otherwise possibly null. */
type Caller<E extends Endpoint> = E['access'] extends 'public'
  ? { session: Session | null; user: Session['user'] | null }
  : { session: Session; user: Session['user'] };

/** Arguments of a handler: parsed parameters, query and body, and the caller. */
export type Given<E extends Endpoint> = Received<E> &
  Caller<E> & { request: FastifyRequest; reply: FastifyReply };

/**
 * Handles one endpoint. The contract parses the returned value, so that no other field leaves the
 * server.
 */
export type Handler<E extends Endpoint> = (given: Given<E>) => Promise<Reply<E>>;

/** Registers the handler of an endpoint. Throws if the endpoint has one or is not in the table. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** Dependencies of the routes. `publicUrl`: null to use `Host` as our origin. */
export type RouteDeps = SessionDeps & {
  spend: Spend;
  csrf: Csrf;
  repeats: Idempotency;
  publicUrl: string | null;
  secure: boolean;
  /**
   * True if a user may not read the object in a call's path, so that its response is not replayed.
   */
  isKeptFrom: (
    userId: string,
    named: { kind: 'projects' | 'documents'; id: string },
  ) => Promise<boolean>;
  /** Checks that the disk has room for new data. */
  hasRoom: () => Promise<boolean>;
  /**
   * Maximum number of unread response bytes per user. The default is 32 MiB; tests may set another
   * one.
   */
  unreadBytesMax?: number;
};

const unreadBytesMax = 33_554_432;

/**
 * Checks the user id that a page sends (`?as=`), as on the live channel: the browser's session may
 * have changed since. Without `?as=`, the session's user is assumed.
 */
function isMeant(url: string, session: Session | null): boolean {
  const meant = new URLSearchParams(url.split('?', 2)[1]).get('as');
  return meant === null || meant === session?.user.id;
}

/**
 * Schema of a body where the endpoint takes none: it may be absent or empty. Unknown fields are
 * refused, as for all bodies.
 */
const noBody = z.strictObject({}).optional();

/**
 * Turns a table of endpoints into routes. Every call passes the same checks in the same order:
 * budget, origin and CSRF, sign-in. Only then its body is read and parsed. `finish` throws if an
 * endpoint has no handler.
 */
export function createRoutes(
  app: FastifyInstance,
  table: Readonly<Record<string, Endpoint>>,
  deps: RouteDeps,
) {
  const nameOf = new Map<Endpoint, string>(
    Object.entries(table).map(([name, endpoint]) => [endpoint, name]),
  );
  const missing = new Set(nameOf.keys());
  const sessions = new WeakMap<FastifyRequest, Session>();
  const unread = createUnread(deps.unreadBytesMax ?? unreadBytesMax);

  /**
   * Finds the caller by the access token if one is sent, which other sites cannot make a browser
   * do. Otherwise uses the cookie.
   */
  async function findCaller(request: FastifyRequest): Promise<Session | null> {
    const token = readBearer(request.headers.authorization);
    return token === null ? findSession(deps, request.headers.cookie) : findBearer(deps, token);
  }

  async function admit(
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const session = await findCaller(request);
    const byToken =
      request.headers.authorization !== undefined &&
      readBearer(request.headers.authorization) !== null;
    deps.spend(endpoint.budget, { sessionId: session?.sessionId ?? null, address: request.ip });
    if (endpoint.method !== 'GET' && endpoint.takes !== 'one_click' && !byToken)
      checkCsrf(request, session);
    if (!isMeant(request.url, session)) refuse('not_signed_in');
    // Guests count as not signed in for every endpoint that does not allow guests.
    if (session && (!session.user.isGuest || endpoint.guests)) {
      sessions.set(request, session);
      keepCookie(request, reply, session);
    } else if (endpoint.access !== 'public' || byToken) {
      refuse('not_signed_in');
    }
    if (session) checkScope(endpoint, session);
    if (session?.user.mustConfirmEmail && endpoint.access !== 'public' && !endpoint.unconfirmed)
      refuse('email_unconfirmed');
    if (endpoint.access === 'administrator' && !session?.user.isAdmin)
      refuse('administrators_only');
    if (
      endpoint.takes === undefined &&
      /^\s*multipart\//i.test(request.headers['content-type'] ?? '')
    )
      refuse('wrong_type');
    if (needsRoom(endpoint) && !(await deps.hasRoom())) refuse('disk_full');
  }

  /**
   * Tokens never give access to accounts or to the server: the outbox alone would give its reader
   * all accounts.
   */
  function checkScope(endpoint: Endpoint, { scopes }: Session): void {
    if (scopes === null) return;
    const needed = endpoint.method === 'GET' ? 'read' : 'write';
    if (
      endpoint.tokens === false ||
      endpoint.access === 'administrator' ||
      !scopes.includes(needed)
    )
      refuse('scope');
  }

  function checkCsrf(request: FastifyRequest, session: Session | null): void {
    if (!isOurOrigin(request.headers, deps.publicUrl)) refuse('cross_origin');
    const given = request.headers['x-xsrf-token'];
    const header = typeof given === 'string' ? given : null;
    const cookie = readCookie(request.headers.cookie, cookieNames.csrf);
    if (!deps.csrf.holds(session ? { sessionId: session.sessionId } : 'signed_out', header, cookie))
      refuse('csrf');
  }

  /** Renews the cookie's thirty days together with the session's. */
  function keepCookie(request: FastifyRequest, reply: FastifyReply, session: Session): void {
    const token = readCookie(request.headers.cookie, cookieNames.session);
    if (session.renewed && token !== null) sendSessionCookie(reply, token, deps.secure);
  }

  const route: Route = (endpoint, handler) => {
    const name = nameOf.get(endpoint);
    if (name === undefined)
      throw new Error(`${endpoint.method} ${endpoint.path} is not in the table of endpoints`);
    if (!missing.delete(endpoint)) throw new Error(`${name} has a handler already`);
    place(endpoint, {
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: (request, reply) => admit(endpoint, request, reply),
      handler: async (request, reply) => {
        const session = sessions.get(request) ?? null;
        const given = {
          params: endpoint.params && readParams(endpoint.params, request.params),
          query: endpoint.query && read(endpoint.query, request.query),
          body: bodyOf(endpoint, request),
          session,
          user: session?.user ?? null,
          request,
          reply,
        };
        // `E` determines the types of the parts. Each was just parsed by its schema, and `admit`
        // has checked the session.
        const answer = () =>
          onBehalfOf(callerOf(request, session), () =>
            handler(given as unknown as Given<typeof endpoint>),
          );
        if (endpoint.gives === 'events') return answer();
        if (endpoint.gives === 'file') return sendFile(reply, (await answer()) as FileAnswer);
        const { status, said, replayed } = await answerOnce(endpoint, request, answer);
        if (replayed) reply.header('idempotency-replayed', 'true');
        // Responses to changes are always sent.
        if (said !== null && endpoint.method === 'GET')
          unread.keep(callerOf(request, session).person, said.length, reply.raw);
        reply.code(status);
        return said === null
          ? reply.send()
          : reply.type('application/json; charset=utf-8').send(said);
      },
    });
  };

  /** Accepts unread bodies of any content type, for this route only. */
  function place(endpoint: Endpoint, options: RouteOptions): void {
    if (endpoint.takes !== 'one_click') return void app.route(options);
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, parsed) => {
        payload.resume();
        payload.on('end', () => parsed(null, undefined));
        payload.on('error', parsed);
      });
      scope.route(options);
      done();
    });
  }

  /** Runs the handler, or replays the response to an earlier request with the same key. */
  async function answerOnce(
    endpoint: Endpoint,
    request: FastifyRequest,
    answer: () => Promise<unknown>,
  ) {
    const { method, status } = endpoint;
    const say = async () => {
      const given = await answer();
      if (endpoint.answer === null) return null;
      const parsed = endpoint.answer.parse(given);
      return JSON.stringify(
        sessions.get(request)?.user.isGuest ? withoutUsernames(parsed) : parsed,
      );
    };
    const repeatable =
      method === 'POST' && endpoint.repeatable !== false && endpoint.takes === undefined;
    const key = repeatable ? readKey(request.headers['idempotency-key']) : null;
    if (key === null) return { status, said: await say(), replayed: false };
    const caller = sessions.get(request)?.user.id ?? `address ${request.ip}`;
    const { url, body } = request;
    const repeated = await deps.repeats({ caller, key, method, url, body }, async () => ({
      status,
      answer: await say(),
    }));
    const userId = sessions.get(request)?.user.id;
    const named = /^\/api\/v1\/(projects|documents)\/([^/?]+)/.exec(url);
    if (repeated.replayed && userId !== undefined && named !== null) {
      const [, kind, id = ''] = named;
      if (
        await deps.isKeptFrom(userId, { kind: kind === 'projects' ? 'projects' : 'documents', id })
      )
        refuse('not_found');
    }
    return { status: repeated.status, said: repeated.answer, replayed: repeated.replayed };
  }

  return {
    route,
    finish(): void {
      if (missing.size === 0) return;
      throw new Error(
        `No handler for ${[...missing].map((endpoint) => nameOf.get(endpoint)).join(', ')}`,
      );
    },
  };
}

/** Returns the queue key of a call. A disconnected GET leaves the queue; changes are completed. */
function callerOf(request: FastifyRequest, session: Session | null): Asking {
  return {
    person: session?.user.id ?? `address ${request.ip}`,
    gone: request.method === 'GET' ? request.signal : null,
  };
}

/** Returns the body parsed by its schema. Handlers read uploaded files themselves, as a stream. */
function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.takes !== undefined) return undefined;
  const given = request.body === undefined && endpoint.bodyOptional ? {} : request.body;
  return read(endpoint.body ?? noBody, given);
}
