import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { limits, type Group, type GroupMember } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import {
  momentKeyOf,
  oldestFirst,
  pageOf,
  readCursor,
  type Page,
  type PageAsked,
} from '../../domain/pages.ts';
import { toPerson } from '../../domain/people.ts';

type Db = Kysely<Schema>;

function groups(db: Db) {
  return db
    .selectFrom('groups as g')
    .leftJoin('identity_providers as i', (join) =>
      join.on(sql<boolean>`g.managed_by = 'provider:' || i.id`),
    )
    .leftJoin('scim_connections as s', (join) =>
      join.on(sql<boolean>`g.managed_by = 'scim:' || s.id`),
    )
    .select(['g.id', 'g.name', 'g.handle', 'g.description'])
    .select((eb) => eb.fn.coalesce('i.name', 's.name', 'g.managed_by').as('managedBy'))
    .select(['g.created_at as createdAt', memberCount(db).as('memberCount')]);
}

/** Selects the number of members of the group `g`. */
export function memberCount(db: Db) {
  return db
    .selectFrom('group_members as m')
    .where('m.group_id', '=', sql.ref<string>('g.id'))
    .select((eb) => eb.fn.countAll<number>().as('count'));
}

type Row = Awaited<ReturnType<ReturnType<typeof groups>['executeTakeFirstOrThrow']>>;

function present({ id, name, handle, description, memberCount, managedBy, createdAt }: Row): Group {
  return {
    id,
    name,
    handle,
    description,
    memberCount: memberCount ?? 0,
    managedBy,
    createdAt: createdAt.toISOString(),
  };
}

const handleCursor = z.tuple([z.string().max(limits.nameMax * 2)]);

/** Returns groups in the order of their handles. `q`: substring of the name. */
export async function listGroups(
  db: Db,
  { limit, cursor, q }: PageAsked & { q?: string | undefined },
): Promise<Page<Group>> {
  let query = groups(db);
  if (q !== undefined && q !== '')
    query = query.where(sql<boolean>`position(lower(${q}) in lower(g.name)) > 0`);
  const after = readCursor(handleCursor, cursor);
  if (after !== null) query = query.where('g.handle', '>', after[0]);
  const rows = await query
    .orderBy('g.handle')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { limit, keysOf: ({ handle }) => [handle], present });
}

/** Returns a group, or null if there is none. */
export async function findGroup(db: Db, groupId: string): Promise<Group | null> {
  const row = await groups(db).where('g.id', '=', groupId).executeTakeFirst();
  return row ? present(row) : null;
}

/** Locks a group until the transaction ends. Returns false if it does not exist. */
export async function lockGroup(trx: Db, groupId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a user has this name, or another group has this handle. */
export async function isHandleTaken(db: Db, handle: string, groupId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where username_key = ${handle}
    union all
    select from groups where handle = ${handle} and id <> ${groupId}`.execute(db);
  return rows.length > 0;
}

/** Adds a group without members. */
export async function addGroup(
  db: Db,
  group: { id: string; name: string; handle: string; description: string; at: Date },
): Promise<void> {
  const { id, name, handle, description, at } = group;
  await db
    .insertInto('groups')
    .values({ id, name, handle, description, managed_by: null, external_id: null, created_at: at })
    .execute();
}

/** Changes the name or the description of a group. */
export async function changeGroup(
  db: Db,
  groupId: string,
  change: { name?: string; handle?: string; description?: string },
): Promise<void> {
  await db.updateTable('groups').set(change).where('id', '=', groupId).execute();
}

/** Deletes a group with its roles. */
export async function deleteGroup(db: Db, groupId: string): Promise<void> {
  await db.deleteFrom('groups').where('id', '=', groupId).execute();
}

function membersOf(db: Db, groupId: string) {
  return db
    .selectFrom('group_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.group_id', '=', groupId)
    .select(['u.id', 'u.username', 'u.name', 'u.avatar_color as avatarColor'])
    .select(['m.added_at as addedAt', momentKeyOf('m.added_at').as('addedKey')]);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>;

const presentMember = (row: MemberRow): GroupMember => ({
  user: toPerson(row),
  addedAt: row.addedAt.toISOString(),
});

/** Returns the members of a group in order of addition. */
export async function listMembers(
  db: Db,
  groupId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<GroupMember>> {
  const query = membersOf(db, groupId);
  const rows = await oldestFirst(query, { limit, cursor }, ['m.added_at', 'm.user_id']).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.addedKey, row.id],
    present: presentMember,
  });
}

/** Returns a member of a group, or null. */
export async function findMember(
  db: Db,
  groupId: string,
  userId: string,
): Promise<GroupMember | null> {
  const row = await membersOf(db, groupId).where('m.user_id', '=', userId).executeTakeFirst();
  return row ? presentMember(row) : null;
}

/** Adds a member. Returns false if the user is one already. */
export async function addMember(
  db: Db,
  member: { groupId: string; userId: string; at: Date },
): Promise<boolean> {
  const added = await db
    .insertInto('group_members')
    .values({ group_id: member.groupId, user_id: member.userId, added_at: member.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Removes a member. Returns false if the user is none. */
export async function removeMember(db: Db, groupId: string, userId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return removed !== undefined;
}
