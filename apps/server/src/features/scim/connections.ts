import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { newScimConnection, ScimConnection } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { requireOwner, type ReauthenticationDeps } from '../../domain/reauthentication.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';

/** Path under which directories call this server. */
export const scimPath = '/scim/v2';

/** Prefix of the tokens, by which a leaked token is recognised. */
const tokenPrefix = 'lhs_';

/** Minimum time between two updates of the last use (ms). */
const touchEveryMs = 60_000;

/** Dependencies of connections. `pageUrl` returns the address of a path of this server. */
export type ConnectionsDeps = ReauthenticationDeps & {
  ids: Ids;
  audit: Audit;
  pageUrl: (path: string) => string;
};

type Db = Kysely<Schema>;

/** Returns the value of `groups.managed_by` for the groups of a connection. */
export const managedByScim = (connectionId: string): string => `scim:${connectionId}`;

function connections(db: Db) {
  return db
    .selectFrom('scim_connections as c')
    .select(['c.id', 'c.name', 'c.link_rule as linkRule', 'c.link_domains as linkDomains'])
    .select(['c.created_at as createdAt', 'c.last_used_at as lastUsedAt'])
    .select(momentKeyOf('c.created_at').as('createdKey'))
    .select((eb) =>
      eb
        .selectFrom('scim_users as s')
        .select((se) => se.fn.countAll<number>().as('count'))
        .whereRef('s.connection_id', '=', 'c.id')
        .where('s.deleted_at', 'is', null)
        .as('userCount'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof connections>['executeTakeFirstOrThrow']>>;

function present({ createdKey: _, ...row }: Row, deps: ConnectionsDeps): ScimConnection {
  return {
    ...row,
    userCount: row.userCount ?? 0,
    baseUrl: deps.pageUrl(scimPath),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** Returns the connections, newest first. */
export async function listConnections(
  deps: ConnectionsDeps,
  { limit, cursor }: PageAsked,
): Promise<Page<ScimConnection>> {
  const query = connections(deps.db);
  const rows = await newestFirst(query, { limit, cursor }, ['c.created_at', 'c.id']).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.createdKey, row.id],
    present: (row) => present(row, deps),
  });
}

/**
 * Creates a connection and returns it with its token, of which only the hash is stored. The caller
 * proves the ownership of their account. Refuses `wrong_password`, `sign_in_again`.
 */
export async function createConnection(
  deps: ConnectionsDeps,
  session: { sessionId: string; user: Account },
  given: z.output<typeof newScimConnection>,
): Promise<ScimConnection & { token: string }> {
  const { id: callerId } = session.user;
  await requireOwner(deps, session, given.currentPassword);
  const [id, token] = [deps.ids.uuid(), `${tokenPrefix}${newToken()}`];
  return deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('scim_connections')
      .values({
        id,
        name: given.name,
        token_hash: hashOf(token),
        link_rule: given.linkRule,
        link_domains: given.linkDomains,
        created_by: callerId,
        created_at: new Date(deps.clock.now()),
      })
      .execute();
    await deps.audit(trx, { action: 'scim.connected', actorId: callerId, target: id });
    const row = await connections(trx).where('c.id', '=', id).executeTakeFirstOrThrow();
    return { ...present(row, deps), token };
  });
}

/**
 * Ends a connection with its token. Its users stay as they are, and its groups are maintained by
 * administrators from then on. Refuses `not_found`.
 */
export async function deleteConnection(
  { db, audit }: Pick<ConnectionsDeps, 'db' | 'audit'>,
  callerId: string,
  connectionId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('scim_connections')
      .where('id', '=', connectionId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) refuse('not_found');
    await trx
      .updateTable('groups')
      .set({ managed_by: null, external_id: null })
      .where('managed_by', '=', managedByScim(connectionId))
      .execute();
    await audit(trx, { action: 'scim.disconnected', actorId: callerId, target: connectionId });
  });
}

/** The connection that makes a call. */
export type Connection = {
  readonly id: string;
  readonly name: string;
  readonly linkRule: ScimConnection['linkRule'];
  readonly linkDomains: readonly string[];
};

/** Returns the connection of a token, or null, and notes its use at most once a minute. */
export async function findConnection(
  { db, clock }: Pick<ConnectionsDeps, 'db' | 'clock'>,
  token: string,
): Promise<Connection | null> {
  const row = await db
    .selectFrom('scim_connections')
    .select(['id', 'name', 'link_rule as linkRule', 'link_domains as linkDomains'])
    .select('last_used_at as lastUsedAt')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { lastUsedAt, ...connection } = row;
  const now = clock.now();
  if (lastUsedAt === null || now - lastUsedAt.getTime() >= touchEveryMs) {
    await db
      .updateTable('scim_connections')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', row.id)
      .execute();
  }
  return connection;
}
