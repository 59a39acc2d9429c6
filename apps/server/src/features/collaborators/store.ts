import type { Kysely } from 'kysely';
import type { Collaborator, Role } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, oldestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { toPerson } from '../../domain/people.ts';

type Db = Kysely<Schema>;

function membersOf(db: Db, projectId: string) {
  return db
    .selectFrom('project_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .where('m.project_id', '=', projectId)
    .select([
      'users.id as id',
      'users.username as username',
      'users.name as name',
      'users.avatar_color as avatarColor',
    ])
    .select(['m.role as role', 'm.added_at as addedAt', momentKeyOf('m.added_at').as('addedKey')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>;

function present(row: Row): Collaborator {
  return { user: toPerson(row), role: row.role, addedAt: row.addedAt.toISOString() };
}

/** Returns the members of a project, including owners, in order of addition. */
export async function listMembers(
  db: Db,
  projectId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<Collaborator>> {
  const query = membersOf(db, projectId);
  const rows = await oldestFirst(query, { limit, cursor }, ['m.added_at', 'm.user_id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.addedKey, row.id], present });
}

/** Returns one member, or null. */
export async function findMember(
  db: Db,
  projectId: string,
  userId: string,
): Promise<Collaborator | null> {
  const row = await membersOf(db, projectId).where('m.user_id', '=', userId).executeTakeFirst();
  return row ? present(row) : null;
}

/** Adds a member. Returns false if the user is one already. */
export async function addMember(
  db: Db,
  member: { projectId: string; userId: string; role: Role; at: Date },
): Promise<boolean> {
  const added = await db
    .insertInto('project_members')
    .values({
      project_id: member.projectId,
      user_id: member.userId,
      role: member.role,
      added_at: member.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Changes the role of a member. */
export async function setRole(
  db: Db,
  projectId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await db
    .updateTable('project_members')
    .set({ role })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute();
}

/** Removes a member. */
export async function removeMember(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('project_members')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute();
}

/** Returns the longest-standing owner other than `exceptUserId`, or null if there is none. */
export async function findOtherOwner(
  db: Db,
  projectId: string,
  exceptUserId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('project_members')
    .select('user_id as userId')
    .where('project_id', '=', projectId)
    .where('role', '=', 'owner')
    .where('user_id', '!=', exceptUserId)
    .orderBy('added_at')
    .orderBy('user_id')
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** Transfers the `ownerId` of a project from one owner to another. */
export async function handOver(
  db: Db,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ owner_id: to })
    .where('id', '=', projectId)
    .where('owner_id', '=', from)
    .execute();
}
