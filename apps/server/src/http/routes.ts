import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { needsRoom, type Endpoint, type FileAnswer, type Received, type Reply } from '@longhand/contract';
import { onBehalfOf, type Caller as Asking } from '../platform/caller.ts';
import { refuse } from '../platform/refusal.ts';
import { findBearer, readBearer } from './bearer.ts';
import type { Spend } from './budgets.ts';
import { cookieNames, readCookie, sendSessionCookie } from './cookies.ts';
import type { Csrf } from './csrf.ts';
import { sendFile } from './file-answers.ts';
import { withoutUsernames } from './guest-answers.ts';
import { isOurOrigin } from './origin.ts';
import { readKey, type Repeats } from './repeats.ts';
import { findSession, type Session, type SessionDeps } from './session.ts';
import { createUnread } from './unread.ts';
import { read, readParams } from './validation.ts';

/** Who calls: known where the endpoint is for signed-in people, perhaps known where it is public. */
type Caller<E extends Endpoint> = E['access'] extends 'public'
  ? { session: Session | null; user: Session['user'] | null }
  : { session: Session; user: Session['user'] };

/** What the handler of an endpoint is given: parameters, query and body parsed, and who calls. */
export type Given<E extends Endpoint> = Received<E> & Caller<E> & { request: FastifyRequest; reply: FastifyReply };

/** Answers one endpoint. What it returns is parsed by the contract, so that no other field leaves the server. */
export type Handler<E extends Endpoint> = (given: Given<E>) => Promise<Reply<E>>;

/** Ties a handler to an endpoint of the table; throws where it has one or is of another table. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** What the routes stand on. `publicUrl` null: our origin is what `Host` says. */
export type RouteDeps = SessionDeps & {
  spend: Spend;
  csrf: Csrf;
  repeats: Repeats;
  publicUrl: string | null;
  secure: boolean;
  /** Whether a person may not read what a call's path names, so that its answer is not given a second time. */
  isKeptFrom: (userId: string, named: { kind: 'projects' | 'documents'; id: string }) => Promise<boolean>;
  /** Tells whether the disk has room for anything new. */
  hasRoom: () => Promise<boolean>;
  /** Bytes of answers that may wait for one person until they are read; some tens of megabytes unless a test says otherwise. */
  unreadBytesMax?: number;
};

const unreadBytesMax = 33_554_432;

/**
 * A page of ours says whose words it sends (`?as=`), as on the live channel: the browser's session may be another's by now. Who does not
 * say is taken for the session's person.
 */
function isMeant(url: string, session: Session | null): boolean {
  const meant = new URLSearchParams(url.split('?', 2)[1]).get('as');
  return meant === null || meant === session?.user.id;
}

/** A body where the endpoint takes none: it may be absent or empty, and unknown fields are refused as everywhere. */
const noBody = z.strictObject({}).optional();

/**
 * Turns a table of endpoints into routes. Every call passes the same gates in the same order: budget, origin and CSRF,
 * sign-in, and only then is its body read and parsed. `finish` throws where an endpoint has no handler.
 */
export function createRoutes(app: FastifyInstance, table: Readonly<Record<string, Endpoint>>, deps: RouteDeps) {
  const nameOf = new Map<Endpoint, string>(Object.entries(table).map(([name, endpoint]) => [endpoint, name]));
  const missing = new Set(nameOf.keys());
  const sessions = new WeakMap<FastifyRequest, Session>();
  const unread = createUnread(deps.unreadBytesMax ?? unreadBytesMax);

  /** By a token where one is sent, which no other site can make a browser do; else by the cookie. */
  async function findCaller(request: FastifyRequest): Promise<Session | null> {
    const token = readBearer(request.headers.authorization);
    return token === null ? findSession(deps, request.headers.cookie) : findBearer(deps, token);
  }

  async function admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await findCaller(request);
    const byToken = request.headers.authorization !== undefined && readBearer(request.headers.authorization) !== null;
    deps.spend(endpoint.budget, { sessionId: session?.sessionId ?? null, address: request.ip });
    if (endpoint.method !== 'GET' && endpoint.takes !== 'one_click' && !byToken) checkCsrf(request, session);
    if (!isMeant(request.url, session)) refuse('not_signed_in');
    // To every call that is not for guests, they are nobody.
    if (session && (!session.user.isGuest || endpoint.guests)) {
      sessions.set(request, session);
      keepCookie(request, reply, session);
    } else if (endpoint.access !== 'public' || byToken) {
      refuse('not_signed_in');
    }
    if (session) checkScope(endpoint, session);
    if (session?.user.mustConfirmEmail && endpoint.access !== 'public' && !endpoint.unconfirmed) refuse('email_unconfirmed');
    if (endpoint.access === 'administrator' && !session?.user.isAdmin) refuse('administrators_only');
    if (endpoint.takes === undefined && /^\s*multipart\//i.test(request.headers['content-type'] ?? '')) refuse('wrong_type');
    if (needsRoom(endpoint) && !(await deps.hasRoom())) refuse('disk_full');
  }

  /** What a token is good for is never an account, nor the server: the outbox alone would give a reader all accounts. */
  function checkScope(endpoint: Endpoint, { scopes }: Session): void {
    if (scopes === null) return;
    const needed = endpoint.method === 'GET' ? 'read' : 'write';
    if (endpoint.tokens === false || endpoint.access === 'administrator' || !scopes.includes(needed)) refuse('scope');
  }

  function checkCsrf(request: FastifyRequest, session: Session | null): void {
    if (!isOurOrigin(request.headers, deps.publicUrl)) refuse('cross_origin');
    const given = request.headers['x-xsrf-token'];
    const header = typeof given === 'string' ? given : null;
    const cookie = readCookie(request.headers.cookie, cookieNames.csrf);
    if (!deps.csrf.holds(session ? { sessionId: session.sessionId } : 'signed_out', header, cookie)) refuse('csrf');
  }

  /** The cookie's thirty days slide with the session's. */
  function keepCookie(request: FastifyRequest, reply: FastifyReply, session: Session): void {
    const token = readCookie(request.headers.cookie, cookieNames.session);
    if (session.renewed && token !== null) sendSessionCookie(reply, token, deps.secure);
  }

  const route: Route = (endpoint, handler) => {
    const name = nameOf.get(endpoint);
    if (name === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not in the table of endpoints`);
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
        // The types of the parts hang on the table by `E`; each was just parsed by its schema, and `admit` saw to the session.
        const answer = () => onBehalfOf(callerOf(request, session), () => handler(given as unknown as Given<typeof endpoint>));
        if (endpoint.gives === 'events') return answer();
        if (endpoint.gives === 'file') return sendFile(reply, (await answer()) as FileAnswer);
        const { status, said, replayed } = await answerOnce(endpoint, request, answer);
        if (replayed) reply.header('idempotency-replayed', 'true');
        // What was changed is answered in any case.
        if (said !== null && endpoint.method === 'GET') unread.keep(callerOf(request, session).person, said.length, reply.raw);
        reply.code(status);
        return said === null ? reply.send() : reply.type('application/json; charset=utf-8').send(said);
      },
    });
  };

  /** What is not read is taken whatever its type says; no other route hears of these types. */
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

  /** Runs the handler, or answers as before where the same request came before with the same key. */
  async function answerOnce(endpoint: Endpoint, request: FastifyRequest, answer: () => Promise<unknown>) {
    const { method, status } = endpoint;
    const say = async () => {
      const given = await answer();
      if (endpoint.answer === null) return null;
      const parsed = endpoint.answer.parse(given);
      return JSON.stringify(sessions.get(request)?.user.isGuest ? withoutUsernames(parsed) : parsed);
    };
    const repeatable = method === 'POST' && endpoint.repeatable !== false && endpoint.takes === undefined;
    const key = repeatable ? readKey(request.headers['idempotency-key']) : null;
    if (key === null) return { status, said: await say(), replayed: false };
    const caller = sessions.get(request)?.user.id ?? `address ${request.ip}`;
    const { url, body } = request;
    const repeated = await deps.repeats({ caller, key, method, url, body }, async () => ({ status, answer: await say() }));
    const userId = sessions.get(request)?.user.id;
    const named = /^\/api\/v1\/(projects|documents)\/([^/?]+)/.exec(url);
    if (repeated.replayed && userId !== undefined && named !== null) {
      const [, kind, id = ''] = named;
      if (await deps.isKeptFrom(userId, { kind: kind === 'projects' ? 'projects' : 'documents', id })) refuse('not_found');
    }
    return { status: repeated.status, said: repeated.answer, replayed: repeated.replayed };
  }

  return {
    route,
    finish(): void {
      if (missing.size === 0) return;
      throw new Error(`No handler for ${[...missing].map((endpoint) => nameOf.get(endpoint)).join(', ')}`);
    },
  };
}

/** Whose turn a call takes. Who only asks and hangs up waits for nothing any more; what is to be changed is finished. */
function callerOf(request: FastifyRequest, session: Session | null): Asking {
  return {
    person: session?.user.id ?? `address ${request.ip}`,
    gone: request.method === 'GET' ? request.signal : null,
  };
}

/** The body as its schema reads it; files are read by their handler, as they come. */
function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.takes !== undefined) return undefined;
  const given = request.body === undefined && endpoint.bodyOptional ? {} : request.body;
  return read(endpoint.body ?? noBody, given);
}
