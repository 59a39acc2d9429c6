import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import SCIMMY from 'scimmy';
import type { Kysely } from 'kysely';
import { isDatabaseUnavailable } from '../../db/faults.ts';
import type { Schema as Tables } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Live } from '../../domain/live.ts';
import { registering } from '../../domain/registration.ts';
import { readBearer } from '../../http/bearer.ts';
import type { ConsumeRateLimit } from '../../http/rate-limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { groupPatch, userBody, userPatch } from './bodies.ts';
import { findConnection, scimPath, type Connection } from './connections.ts';
import { asScimError, noting, scimError, type Context } from './context.ts';
import { groupFilters, listGroups } from './groups.ts';
import { listResponse, readList, scimQuery, type Asked, type ScimQuery } from './lists.ts';
import { Group, ResourceType, Schema, schemas, ServiceProviderConfig, User } from './resources.ts';
import { listUsers, userFilters } from './users.ts';

/** Maximum size of a body (bytes): a group with all its members. */
const bodyBytesMax = 2 * 1024 * 1024;

/** Dependencies of the calls of directories. `pageUrl` returns the address of a path. */
export type ScimDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  ids: Ids;
  live: Live;
  audit: Audit;
  consumeRateLimit: ConsumeRateLimit;
  pageUrl: (path: string) => string;
};

/** Response to a call. `body` undefined: none. */
type Answer = { readonly status: number; readonly body?: unknown };

/** A call of a connection. */
type Call = {
  readonly connection: Connection;
  readonly id: string;
  readonly query: ScimQuery;
  readonly body: unknown;
};

/**
 * Returns the value of a JSON body. The name `__proto__` is refused, because values are copied into
 * objects.
 */
function parseJson(bytes: Buffer): unknown {
  return JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    (name, value: unknown) => {
      if (name === '__proto__') throw new SyntaxError('a forbidden name');
      return value;
    },
  );
}

/** Sends a response in the form of SCIM, with absolute addresses of resources. */
function send(reply: FastifyReply, { status, body }: Answer, deps: ScimDeps): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  if (body === undefined) return reply.send();
  const plain = JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'location' && typeof value === 'string' && value.startsWith(scimPath)
      ? deps.pageUrl(value)
      : value,
  ) as { meta?: { location?: string } };
  if (status === 201 && plain.meta?.location !== undefined)
    reply.header('location', plain.meta.location);
  return reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(plain));
}

/** Sends an error in the form of SCIM. Unexpected ones are logged, and their text is not sent. */
function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ScimDeps,
): FastifyReply {
  const known = asScimError(error);
  if (error instanceof Refusal && error.details.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(error.details.retryAfterSeconds));
  if (known instanceof SCIMMY.Types.Error) {
    if (known.status === 401) reply.header('www-authenticate', 'Bearer');
    return send(reply, { status: known.status, body: new SCIMMY.Messages.Error(known) }, deps);
  }
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return sendError(scimError(statusCode, null, 'This call is not valid'), request, reply, deps);
  if (isDatabaseUnavailable(error))
    return sendError(scimError(503, null, 'Try again later'), request, reply, deps);
  request.log.error({ err: error }, 'a call of a directory failed');
  return sendError(scimError(500, null, 'Internal error'), request, reply, deps);
}

/** Runs a call in a transaction that no other registration overlaps, and announces its changes. */
async function change(
  deps: ScimDeps,
  { connection }: Call,
  act: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  const sets = { ended: new Set<string>(), changed: new Set<string>() };
  const answer = await registering(deps.db, async (trx) => {
    const ctx: Context = { ...deps, trx, connection, ...sets, failure: null };
    return acting(ctx, act);
  });
  for (const userId of sets.ended) deps.live.sessionEnded({ userId });
  if (sets.changed.size > 0) deps.live.rightsChanged({ userIds: [...sets.changed] });
  return answer;
}

async function read(
  deps: ScimDeps,
  { connection }: Call,
  act: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  const sets = { ended: new Set<string>(), changed: new Set<string>() };
  return acting({ ...deps, trx: deps.db, connection, ...sets, failure: null }, act);
}

/** Runs a call, and throws the error that SCIMMY has replaced, if any. */
async function acting(ctx: Context, act: (ctx: Context) => Promise<Answer>): Promise<Answer> {
  try {
    return await act(ctx);
  } catch (error) {
    if (ctx.failure !== null) throw ctx.failure.error;
    if (error instanceof SCIMMY.Types.Error) throw error;
    // SCIMMY throws other errors only where it reads what the directory has sent.
    throw scimError(400, 'invalidValue', 'This call is not valid');
  }
}

/** Returns the attributes that a call asks for. Filters are read by {@link readList}. */
function shownOf({ attributes, excludedAttributes }: ScimQuery) {
  return {
    ...(attributes !== undefined && attributes !== '' && { attributes }),
    ...(excludedAttributes !== undefined && excludedAttributes !== '' && { excludedAttributes }),
  };
}

/** Functions of one resource type. */
type Kind = {
  readonly path: string;
  readonly filters: readonly string[];
  readonly list: (ctx: Context, asked: Asked) => Promise<{ total: number; items: object[] }>;
  readonly type: typeof User | typeof Group;
  readonly format: (item: object, query: ScimQuery) => unknown;
  readonly bodyOf: (body: unknown) => unknown;
  readonly patchOf: (body: unknown) => { readonly body: unknown; readonly isEmpty: boolean };
};

const kinds: readonly Kind[] = [
  {
    path: '/Users',
    filters: userFilters,
    list: listUsers,
    type: User,
    format: (item, query) =>
      new schemas.User(
        item,
        'out',
        `${scimPath}/Users`,
        new User(undefined, shownOf(query)).attributes,
      ),
    bodyOf: userBody,
    patchOf: userPatch,
  },
  {
    path: '/Groups',
    filters: groupFilters,
    list: listGroups,
    type: Group,
    format: (item, query) =>
      new schemas.Group(
        item,
        'out',
        `${scimPath}/Groups`,
        new Group(undefined, shownOf(query)).attributes,
      ),
    bodyOf: (body) => body,
    patchOf: (body) => ({ body: groupPatch(body), isEmpty: false }),
  },
];

/** Handles the calls of one resource type, by method and whether they name a resource. */
function handlersOf(deps: ScimDeps, kind: Kind) {
  const { type: Type } = kind;
  return {
    list: (call: Call) =>
      read(deps, call, async (ctx) => {
        const asked = readList(call.query, kind.filters);
        const { total, items } = await noting(ctx, () => kind.list(ctx, asked));
        const shown = items.map((item) => kind.format(item, call.query));
        return { status: 200, body: listResponse(shown, { offset: asked.offset, total }) };
      }),
    create: (call: Call) =>
      change(deps, call, async (ctx) => ({
        status: 201,
        body: await new Type().write(kind.bodyOf(call.body), ctx),
      })),
    get: (call: Call) =>
      read(deps, call, async (ctx) => ({
        status: 200,
        body: await new Type(call.id, shownOf(call.query)).read(ctx),
      })),
    replace: (call: Call) =>
      change(deps, call, async (ctx) => ({
        status: 200,
        body: await new Type(call.id).write(kind.bodyOf(call.body), ctx),
      })),
    patch: (call: Call) =>
      change(deps, call, async (ctx) => {
        const { body, isEmpty } = kind.patchOf(call.body);
        // Attributes that the query leaves out would be removed.
        const resource = new Type(call.id);
        const patched = isEmpty ? undefined : await resource.patch(body as never, ctx);
        return { status: 200, body: patched ?? (await resource.read(ctx)) };
      }),
    remove: (call: Call) =>
      change(deps, call, async (ctx) => {
        await new Type(call.id).dispose(ctx);
        return { status: 204 };
      }),
  };
}

type Params = { Params: { id?: string } };

/**
 * Serves SCIM 2.0 for directories that administrators have connected. Calls carry the token of
 * their connection and no cookie. Source: RFC 7643, RFC 7644.
 */
export async function serveScim(app: FastifyInstance, deps: ScimDeps): Promise<void> {
  await app.register(
    async (scope) => {
      const types = ['application/scim+json', 'application/json'];
      scope.removeContentTypeParser('application/json');
      scope.addContentTypeParser(
        types,
        { parseAs: 'buffer', bodyLimit: bodyBytesMax },
        (_request, body, done) => {
          try {
            // Directories name the type of a DELETE too, whose body is empty.
            done(null, body.length === 0 ? undefined : parseJson(body as Buffer));
          } catch {
            done(scimError(400, 'invalidSyntax', 'The body is not valid JSON'));
          }
        },
      );
      scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps));
      scope.setNotFoundHandler((request, reply) =>
        sendError(scimError(404, null, 'There is no such endpoint'), request, reply, deps),
      );
      routeCalls(scope, deps);
    },
    { prefix: scimPath },
  );
}

/** Adds the routes of all resource types. */
function routeCalls(scope: FastifyInstance, deps: ScimDeps): void {
  const known = new WeakMap<FastifyRequest, Connection>();
  scope.addHook('onRequest', async (request) => {
    const token = readBearer(request.headers.authorization);
    const connection = token === null ? null : await findConnection(deps, token);
    const caller = { sessionId: connection?.id ?? null, address: request.ip };
    deps.consumeRateLimit('calls', caller);
    if (connection === null) throw scimError(401, null, 'The token is missing or not valid');
    known.set(request, connection);
  });
  const route =
    (handle: (call: Call) => Promise<Answer>) =>
    async (request: FastifyRequest<Params>, reply: FastifyReply) => {
      const connection = known.get(request);
      const query = scimQuery.safeParse(request.query);
      if (connection === undefined) throw new Error('a call without a connection');
      if (!query.success) throw scimError(400, 'invalidValue', 'The query is not valid');
      const { id = '' } = request.params;
      return send(
        reply,
        await handle({ connection, id, query: query.data, body: request.body }),
        deps,
      );
    };
  for (const kind of kinds) {
    const handlers = handlersOf(deps, kind);
    scope.get<Params>(kind.path, route(handlers.list));
    scope.post<Params>(kind.path, route(handlers.create));
    scope.get<Params>(`${kind.path}/:id`, route(handlers.get));
    scope.put<Params>(`${kind.path}/:id`, route(handlers.replace));
    scope.patch<Params>(`${kind.path}/:id`, route(handlers.patch));
    scope.delete<Params>(`${kind.path}/:id`, route(handlers.remove));
  }
  const about = (body: () => Promise<unknown>) =>
    route(async () => ({ status: 200, body: await body() }));
  scope.get<Params>(
    '/ServiceProviderConfig',
    about(() => new ServiceProviderConfig().read()),
  );
  scope.get<Params>(
    '/ResourceTypes',
    about(() => new ResourceType().read()),
  );
  scope.get<Params>(
    '/Schemas',
    about(() => new Schema().read()),
  );
  scope.get<Params>(
    '/ResourceTypes/:id',
    route(async ({ id }) => ({ status: 200, body: await new ResourceType(id).read() })),
  );
  scope.get<Params>(
    '/Schemas/:id',
    route(async ({ id }) => ({ status: 200, body: await new Schema(id).read() })),
  );
}
