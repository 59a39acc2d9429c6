import { sql, type Kysely } from 'kysely';
import { groupRoles, limits, type GroupAccess, type GroupRole } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, oldestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { memberCount } from './store.ts';

type Db = Kysely<Schema>;

/** A project or document, and a group with a role in it. */
export type Shared = { readonly kind: 'project' | 'document'; readonly objectId: string };

/** Tables of the roles of groups, with the column of the object. */
const tables = {
  project: { table: 'project_groups', column: 'project_id' },
  document: { table: 'document_groups', column: 'document_id' },
} as const;

const inOrder = sql.lit(`{${groupRoles.join(',')}}`);

/**
 * Selects the roles of groups: of a project, or of a document of its own and through its project.
 */
function granted(db: Db, { kind, objectId }: Shared) {
  const ofProject = db
    .selectFrom('project_groups as p')
    .select(['p.group_id as groupId', 'p.role', 'p.added_at as addedAt'])
    .select(sql<GroupAccess['through']>`'project'`.as('through'));
  if (kind === 'project') return ofProject.where('p.project_id', '=', objectId);
  const ofDocument = db
    .selectFrom('document_groups as o')
    .select(['o.group_id as groupId', 'o.role', 'o.added_at as addedAt'])
    .select(sql<GroupAccess['through']>`'document'`.as('through'))
    .where('o.document_id', '=', objectId);
  return ofProject
    .innerJoin('documents as d', 'd.project_id', 'p.project_id')
    .where('d.id', '=', objectId)
    .unionAll(ofDocument);
}

/** Selects the groups with a role in an object, each once with its highest role. */
function accessesOf(db: Db, shared: Shared) {
  const best = db
    .selectFrom(granted(db, shared).as('a'))
    .distinctOn('a.groupId')
    .select(['a.groupId', 'a.role', 'a.addedAt', 'a.through'])
    .orderBy('a.groupId')
    .orderBy(sql`array_position(${inOrder}::text[], a.role)`)
    .orderBy('a.through');
  return db
    .selectFrom(best.as('b'))
    .innerJoin('groups as g', 'g.id', 'b.groupId')
    .select(['g.id', 'g.name', 'g.handle', memberCount(db).as('memberCount')])
    .select(['b.role', 'b.addedAt', 'b.through', momentKeyOf('b.addedAt').as('addedKey')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof accessesOf>['executeTakeFirstOrThrow']>>;

const present = ({
  id,
  name,
  handle,
  memberCount: count,
  role,
  addedAt,
  through,
}: Row): GroupAccess => ({
  group: { id, name, handle, memberCount: count ?? 0 },
  role,
  addedAt: addedAt.toISOString(),
  through,
});

/** Returns the groups with a role in an object, in order of addition. */
export async function listAccesses(
  db: Db,
  shared: Shared,
  { limit, cursor }: PageAsked,
): Promise<Page<GroupAccess>> {
  const query = accessesOf(db, shared);
  const rows = await oldestFirst(query, { limit, cursor }, ['b.addedAt', 'g.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.addedKey, row.id], present });
}

/** Returns the access of a group to an object, or null. */
export async function findAccess(
  db: Db,
  shared: Shared,
  groupId: string,
): Promise<GroupAccess | null> {
  const row = await accessesOf(db, shared).where('g.id', '=', groupId).executeTakeFirst();
  return row ? present(row) : null;
}

/** Returns the role that an object itself gives to a group, or null. */
export async function findRole(
  db: Db,
  { kind, objectId }: Shared,
  groupId: string,
): Promise<GroupRole | null> {
  const { table, column } = tables[kind];
  const { rows } = await sql<{ role: GroupRole }>`
    select role from ${sql.table(table)}
    where ${sql.ref(column)} = ${objectId} and group_id = ${groupId}`.execute(db);
  return rows[0]?.role ?? null;
}

/** True if an object is shared with the maximum number of groups. */
export async function hasMaximum(db: Db, { kind, objectId }: Shared): Promise<boolean> {
  const { table, column } = tables[kind];
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${sql.ref(column)} = ${objectId}`.execute(db);
  return Number(rows[0]?.count ?? 0) >= limits.groupsMax;
}

/** Gives a group a role in an object, or changes it. */
export async function putRole(
  db: Db,
  { kind, objectId }: Shared,
  { groupId, role, at }: { groupId: string; role: GroupRole; at: Date },
): Promise<void> {
  const { table, column } = tables[kind];
  await sql`
    insert into ${sql.table(table)} (${sql.ref(column)}, group_id, role, added_at)
    values (${objectId}, ${groupId}, ${role}, ${at})
    on conflict (${sql.ref(column)}, group_id) do update set role = excluded.role`.execute(db);
}

/** Takes the role of a group in an object away. */
export async function removeRole(
  db: Db,
  { kind, objectId }: Shared,
  groupId: string,
): Promise<void> {
  const { table, column } = tables[kind];
  await sql`
    delete from ${sql.table(table)}
    where ${sql.ref(column)} = ${objectId} and group_id = ${groupId}`.execute(db);
}
