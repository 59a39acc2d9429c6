import { sql, type Kysely } from 'kysely';
import { limits } from '@longhand/contract';
import type SCIMMY from 'scimmy';
import type { Schema } from '../../db/schema.ts';
import { groupHandle } from '../../domain/groups.ts';
import { freeHandle } from '../../domain/identity-groups.ts';
import { managedByScim } from './connections.ts';
import { refuseMissing, scimError, type Context } from './context.ts';
import type { Asked } from './lists.ts';
import { lineOf } from './users.ts';

/** A group as a directory sends it. */
type SentGroup = InstanceType<typeof SCIMMY.Schemas.Group>;

/** Attributes of groups that can be filtered, by their paths in lower case. */
export const groupFilters = ['id', 'displayname', 'externalid'] as const;

/** Maximum number of members of a group. */
const membersMax = 10_000;

function groupsOf(db: Kysely<Schema>, connectionId: string) {
  return db
    .selectFrom('groups as g')
    .select(['g.id', 'g.name', 'g.external_id as externalId', 'g.created_at as createdAt'])
    .where('g.managed_by', '=', managedByScim(connectionId));
}

type Row = Awaited<ReturnType<ReturnType<typeof groupsOf>['executeTakeFirstOrThrow']>>;

type Member = { groupId: string; value: string; display: string };

/** Returns the members of groups, as far as they are users of the connection. */
async function membersOf(
  { trx, connection }: Context,
  groupIds: readonly string[],
): Promise<Member[]> {
  if (groupIds.length === 0) return [];
  return trx
    .selectFrom('group_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('scim_users as s', 's.user_id', 'u.id')
    .select(['m.group_id as groupId', 'u.id as value', 'u.name as display'])
    .where('m.group_id', 'in', groupIds)
    .where('s.connection_id', '=', connection.id)
    .where('s.deleted_at', 'is', null)
    .orderBy('m.added_at')
    .orderBy('u.id')
    .execute();
}

/** Returns a group in the form of SCIM. */
function present(row: Row, members: readonly Member[] = []) {
  return {
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    displayName: row.name,
    members: members.map(({ value, display }) => ({ value, display, type: 'User' })),
    meta: { created: row.createdAt, lastModified: row.createdAt },
  };
}

async function getRow({ trx, connection }: Context, id: string): Promise<Row> {
  const row = await groupsOf(trx, connection.id)
    .where(sql<boolean>`g.id::text = ${id.toLowerCase()}`)
    .executeTakeFirst();
  return row ?? refuseMissing(id);
}

/** Returns a group of the connection. */
export async function readGroup(ctx: Context, id: string) {
  const row = await getRow(ctx, id);
  return present(row, await membersOf(ctx, [row.id]));
}

/** Returns a part of the groups of a connection, and their number. */
export async function listGroups(ctx: Context, { offset, count, where, withoutMembers }: Asked) {
  const { trx, connection } = ctx;
  let query = groupsOf(trx, connection.id);
  if (where !== null) {
    const { attribute, value } = where;
    if (attribute === 'id') query = query.where(sql<boolean>`g.id::text = ${value.toLowerCase()}`);
    else if (attribute === 'externalid') query = query.where('g.external_id', '=', value);
    else query = query.where(sql<boolean>`lower(g.name) = lower(${value})`);
  }
  const { total } = await trx
    .selectFrom(query.as('all'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .orderBy('g.created_at')
    .orderBy('g.id')
    .offset(offset)
    .limit(count)
    .execute();
  const ids = withoutMembers ? [] : rows.map(({ id }) => id);
  const members = Map.groupBy(await membersOf(ctx, ids), ({ groupId }) => groupId);
  return { total, items: rows.map((row) => present(row, members.get(row.id))) };
}

/** Returns the ids of the members in a group. Refuses those that the connection does not have. */
async function memberIdsIn({ trx, connection }: Context, sent: SentGroup): Promise<Set<string>> {
  const ids = new Set((sent.members ?? []).map(({ value }) => String(value).toLowerCase()));
  if (ids.size > membersMax)
    throw scimError(400, 'tooMany', `A group may have at most ${membersMax} members`);
  const known = await trx
    .selectFrom('scim_users')
    .select('user_id as userId')
    .where('connection_id', '=', connection.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`user_id::text = any(${[...ids]}::text[])`)
    .execute();
  if (known.length !== ids.size)
    throw scimError(400, 'invalidValue', 'members has a value that is no user of this connection');
  return ids;
}

/** Makes exactly these users of the connection the members of a group. */
async function setMembers(ctx: Context, groupId: string, wanted: Set<string>): Promise<void> {
  const { trx, clock, audit, connection } = ctx;
  const before = new Set((await membersOf(ctx, [groupId])).map(({ value }) => value));
  const added = [...wanted].filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !wanted.has(id));
  await sql`insert into group_members (group_id, user_id, added_at)
    select ${groupId}::uuid, unnest(${added}::uuid[]), ${new Date(clock.now())}
    on conflict do nothing`.execute(trx);
  await sql`delete from group_members where group_id = ${groupId} and user_id = any(${removed}::uuid[])`.execute(
    trx,
  );
  const data = { groupId, directory: connection.name };
  for (const [action, ids] of [
    ['group.member_added', added],
    ['group.member_removed', removed],
  ] as const)
    for (const target of ids) {
      await audit(trx, { action, actorId: null, target, data });
      ctx.changed.add(target);
    }
}

/** Returns the name of a group. Refuses one that another group of the connection has. */
async function nameIn(ctx: Context, sent: SentGroup, exceptId: string | null): Promise<string> {
  const name = lineOf(sent.displayName?.trim(), 'displayName');
  if (name === null) throw scimError(400, 'invalidValue', 'displayName is required');
  const shown = [...name].slice(0, limits.nameMax).join('');
  const other = await groupsOf(ctx.trx, ctx.connection.id)
    .where(sql<boolean>`lower(g.name) = lower(${shown})`)
    .executeTakeFirst();
  if (other !== undefined && other.id !== exceptId)
    throw scimError(409, 'uniqueness', 'Another group has this displayName');
  return shown;
}

/** Creates a group. */
export async function createGroup(ctx: Context, sent: SentGroup) {
  const { trx, ids, clock, audit, connection } = ctx;
  const [id, name] = [ids.uuid(), await nameIn(ctx, sent, null)];
  const members = await memberIdsIn(ctx, sent);
  await trx
    .insertInto('groups')
    .values({
      id,
      name,
      handle: await freeHandle(trx, groupHandle(name) || 'group', id),
      managed_by: managedByScim(connection.id),
      external_id: lineOf(sent.externalId, 'externalId'),
      created_at: new Date(clock.now()),
    })
    .execute();
  const data = { directory: connection.name };
  await audit(trx, { action: 'group.created', actorId: null, target: id, data });
  await setMembers(ctx, id, members);
  return readGroup(ctx, id);
}

/** Changes the name and the members of a group. */
export async function replaceGroup(ctx: Context, id: string, sent: SentGroup) {
  const row = await getRow(ctx, id);
  const name = await nameIn(ctx, sent, row.id);
  const externalId = lineOf(sent.externalId, 'externalId');
  const members = await memberIdsIn(ctx, sent);
  const { trx, audit, connection } = ctx;
  if (name !== row.name || externalId !== row.externalId) {
    const handle = await freeHandle(trx, groupHandle(name) || 'group', row.id);
    await trx
      .updateTable('groups')
      .set({ name, external_id: externalId, ...(name !== row.name && { handle }) })
      .where('id', '=', row.id)
      .execute();
    const data = { directory: connection.name };
    await audit(trx, { action: 'group.changed', actorId: null, target: row.id, data });
  }
  await setMembers(ctx, row.id, members);
  return readGroup(ctx, row.id);
}

/** Deletes a group with the access that its members had through it. */
export async function deleteGroup(ctx: Context, id: string): Promise<void> {
  const { trx, audit, connection } = ctx;
  const row = await getRow(ctx, id);
  for (const { value } of await membersOf(ctx, [row.id])) ctx.changed.add(value);
  await trx.deleteFrom('groups').where('id', '=', row.id).execute();
  const data = { directory: connection.name };
  await audit(trx, { action: 'group.deleted', actorId: null, target: row.id, data });
}
