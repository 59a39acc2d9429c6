import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import {
  isForeign,
  type Endpoint,
  type FileAnswer,
  type Received,
  type Reply,
} from '@longhand/contract';
import { onBehalfOf, type Caller as Asking } from '../platform/work.ts';
import { answerOnce, type AnswerOnceDeps, type EndpointResponse } from './answer-once.ts';
import { createCallChecks, type CallChecksDeps } from './call-checks.ts';
import { languageOfRequest } from './cookies.ts';
import { sendFile } from './file-answers.ts';
import type { Session } from './session.ts';
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

/** Dependencies of the routes. */
export type RouteDeps = CallChecksDeps &
  AnswerOnceDeps & {
    /**
     * Maximum number of unread response bytes per user. The default is 32 MiB; tests may set
     * another one.
     */
    unreadBytesMax?: number;
    /** Makes the acknowledged text of a document visible in the database. */
    settle: (documentId: string) => Promise<void>;
  };

const unreadBytesMax = 33_554_432;

/** Beginning of the paths of calls on one document. */
const ofDocument = '/api/v1/documents/{id}';

/**
 * Schema of a body where the endpoint takes none: it may be absent or empty. Unknown fields are
 * refused, as for all bodies.
 */
const emptyBody = z.strictObject({}).optional();

/**
 * Turns a table of endpoints into routes. Every call passes the same checks in the same order: rate
 * limit, origin and CSRF, sign-in. Only then its body is read and parsed. `finish` throws if an
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
  const checks = createCallChecks(deps);
  const unread = createUnread(deps.unreadBytesMax ?? unreadBytesMax);

  const route: Route = (endpoint, handler) => {
    const name = nameOf.get(endpoint);
    if (name === undefined)
      throw new Error(`${endpoint.method} ${endpoint.path} is not in the table of endpoints`);
    if (!missing.delete(endpoint)) throw new Error(`${name} has a handler already`);
    addRoute(app, endpoint, {
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: (request, reply) => checks.admit(endpoint, request, reply),
      handler: async (request, reply) => {
        const session = checks.sessionOf(request);
        const given = givenBy(endpoint, { request, reply, session });
        // A call on a document sees all text that the live channel has acknowledged before.
        if (endpoint.path.startsWith(ofDocument)) await deps.settle(documentIdOf(given));
        const answer = () => onBehalfOf(callerOf(request, session), () => handler(given));
        if (endpoint.gives === 'events') return answer();
        if (endpoint.gives === 'file') return sendFile(reply, (await answer()) as FileAnswer);
        const response = await answerOnce(deps, { endpoint, request, session }, answer);
        // Responses to changes are always sent.
        if (response.body !== null && endpoint.method === 'GET')
          unread.keep(callerOf(request, session).person, response.body.length, reply.raw);
        return send(reply, response);
      },
    });
  };

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

/** Returns the id in the parameters of a call on one document. */
function documentIdOf({ params }: { params?: unknown }): string {
  return (params as { readonly id: string }).id;
}

/** Adds a route. Its bodies of other types than JSON are accepted for this route only. */
function addRoute(app: FastifyInstance, endpoint: Endpoint, options: RouteOptions): void {
  if (!isForeign(endpoint)) return void app.route(options);
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    if (endpoint.takes === 'form') acceptForm(scope);
    else acceptAny(scope);
    scope.route(options);
    done();
  });
}

/** Accepts the fields of a form. Of several fields with one name, the last is used. */
function acceptForm(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** Accepts bodies of any type, which are not read. */
function acceptAny(scope: FastifyInstance): void {
  scope.addContentTypeParser('*', (_request, payload, parsed) => {
    payload.resume();
    payload.on('end', () => parsed(null, undefined));
    payload.on('error', parsed);
  });
}

/** Returns the arguments of a handler. Refuses `invalid` for parts that do not fit. */
function givenBy<E extends Endpoint>(
  endpoint: E,
  call: { request: FastifyRequest; reply: FastifyReply; session: Session | null },
): Given<E> {
  const given = {
    params: endpoint.params && readParams(endpoint.params, call.request.params),
    query: endpoint.query && read(endpoint.query, call.request.query),
    body: bodyOf(endpoint, call.request),
    user: call.session?.user ?? null,
    ...call,
  };
  // `E` determines the types of the parts. Each was just parsed by its schema, and the checks have
  // found the session.
  return given as unknown as Given<E>;
}

/** Sends a response. */
function send(reply: FastifyReply, { status, body, replayed }: EndpointResponse): FastifyReply {
  if (replayed) reply.header('idempotency-replayed', 'true');
  reply.code(status);
  return body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}

/** Returns the queue key of a call. A disconnected GET leaves the queue; changes are completed. */
function callerOf(request: FastifyRequest, session: Session | null): Asking {
  return {
    person: session?.user.id ?? `address ${request.ip}`,
    isUser: session !== null,
    gone: request.method === 'GET' ? request.signal : null,
    language: languageOfRequest(request.headers),
  };
}

/** Returns the body parsed by its schema. Handlers read uploaded files themselves, as a stream. */
function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.takes === 'files' || endpoint.takes === 'one_click') return undefined;
  const given = request.body === undefined && endpoint.bodyOptional ? {} : request.body;
  return read(endpoint.body ?? emptyBody, given);
}
