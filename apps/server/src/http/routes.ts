import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint, Received, Reply } from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';
import type { Spend } from './budgets.ts';
import { cookieNames, readCookie, sendSessionCookie } from './cookies.ts';
import type { Csrf } from './csrf.ts';
import { isOurOrigin } from './origin.ts';
import { findSession, type Session, type SessionDeps } from './session.ts';
import { read, readParams } from './validation.ts';

/** Who calls: known where the endpoint is for signed-in people, perhaps known where it is public. */
type Caller<E extends Endpoint> = E['access'] extends 'signed_in'
  ? { session: Session; user: Session['user'] }
  : { session: Session | null; user: Session['user'] | null };

/** What the handler of an endpoint is given: parameters, query and body parsed, and who calls. */
export type Given<E extends Endpoint> = Received<E> & Caller<E> & { request: FastifyRequest; reply: FastifyReply };

/** Answers one endpoint. What it returns is parsed by the contract, so that no other field leaves the server. */
export type Handler<E extends Endpoint> = (given: Given<E>) => Promise<Reply<E>>;

/** Ties a handler to an endpoint of the table; throws where it has one or is of another table. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** What the routes stand on. `publicUrl` null: our origin is what `Host` says. */
export type RouteDeps = SessionDeps & { spend: Spend; csrf: Csrf; publicUrl: string | null; secure: boolean };

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

  async function admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await findSession(deps, request.headers.cookie);
    deps.spend(endpoint.budget, { sessionId: session?.sessionId ?? null, address: request.ip });
    if (endpoint.method !== 'GET') checkCsrf(request, session);
    if (session) {
      sessions.set(request, session);
      keepCookie(request, reply, session);
    } else if (endpoint.access === 'signed_in') {
      refuse('not_signed_in');
    }
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
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: (request, reply) => admit(endpoint, request, reply),
      handler: async (request, reply) => {
        const session = sessions.get(request) ?? null;
        const given = {
          params: endpoint.params && readParams(endpoint.params, request.params),
          query: endpoint.query && read(endpoint.query, request.query),
          body: read(endpoint.body ?? noBody, request.body),
          session,
          user: session?.user ?? null,
          request,
          reply,
        };
        // The types of the parts hang on the table by `E`; each was just parsed by its schema, and `admit` saw to the session.
        const answer = await handler(given as unknown as Given<typeof endpoint>);
        return send(reply, endpoint, answer);
      },
    });
  };

  return {
    route,
    finish(): void {
      if (missing.size === 0) return;
      throw new Error(`No handler for ${[...missing].map((endpoint) => nameOf.get(endpoint)).join(', ')}`);
    },
  };
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown): FastifyReply {
  reply.code(endpoint.status);
  if (endpoint.answer === null) return reply.send();
  const said = JSON.stringify(endpoint.answer.parse(answer));
  return reply.type('application/json; charset=utf-8').send(said);
}
