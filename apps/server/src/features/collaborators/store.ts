import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, type Collaborator, type Role } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKey, momentKeyOf, momentOfKey, pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';
import { emailKey, toPerson, usernameKey } from '../../domain/people.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([momentKey, id]);

function membersOf(db: Db, projectId: string) {
  return db
    .selectFrom('project_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .where('m.project_id', '=', projectId)
    .select(['users.id as id', 'users.username as username', 'users.name as name', 'users.avatar_color as avatarColor'])
    .select(['m.role as role', 'm.added_at as addedAt', momentKeyOf('m.added_at').as('addedKey')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>;

function present(row: Row): Collaborator {
  return { user: toPerson(row), role: row.role, addedAt: row.addedAt.toISOString() };
}

/** Who works in a project, owners included, in the order in which they came. */
export async function listMembers(db: Db, projectId: string, { limit, cursor }: PageAsked): Promise<Page<Collaborator>> {
  const after = readCursor(cursorKeys, cursor);
  let query = membersOf(db, projectId);
  if (after) query = query.where(sql<boolean>`(m.added_at, m.user_id) > (${momentOfKey(after[0])}, ${after[1]}::uuid)`);
  const rows = await query
    .orderBy('m.added_at')
    .orderBy('m.user_id')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.addedKey, row.id], present });
}

/** One collaborator, or null. */
export async function findMember(db: Db, projectId: string, userId: string): Promise<Collaborator | null> {
  const row = await membersOf(db, projectId).where('m.user_id', '=', userId).executeTakeFirst();
  return row ? present(row) : null;
}

/** Somebody who was named. `addressUnconfirmed`: by an address of which nobody knows whether it is theirs. */
export type Named = { userId: string; addressUnconfirmed: boolean };

/**
 * The person with this user name or address, or null. Who is disabled, or has to confirm their address before anything else, cannot
 * be found; with `onlyConfirmed`, nobody by an address that they have not confirmed. Who looks around in the demo finds, and is found
 * by, the people of the same workspace alone.
 */
export async function findUser(
  db: Db,
  callerId: string,
  { usernameOrEmail, onlyConfirmed }: { usernameOrEmail: string; onlyConfirmed: boolean },
): Promise<Named | null> {
  const byEmail = usernameOrEmail.includes('@');
  const row = await db
    .selectFrom('users')
    .select(['id', 'email_confirmed_at as confirmedAt'])
    .where(byEmail ? 'email_key' : 'username_key', '=', byEmail ? emailKey(usernameOrEmail) : usernameKey(usernameOrEmail))
    .where('disabled_at', 'is', null)
    .where('is_guest', '=', false)
    .where('must_confirm_email', '=', false)
    .$if(byEmail && onlyConfirmed, (query) => query.where('email_confirmed_at', 'is not', null))
    .where(sql<boolean>`demo_id is not distinct from (select c.demo_id from users c where c.id = ${callerId})`)
    .executeTakeFirst();
  return row ? { userId: row.id, addressUnconfirmed: byEmail && row.confirmedAt === null } : null;
}

/** Holds a project until the transaction ends, so that changes to its people come one after the other. */
export async function lockProject(db: Db, projectId: string): Promise<void> {
  await db.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute();
}

/** Adds a collaborator; false where they were one already. */
export async function addMember(db: Db, member: { projectId: string; userId: string; role: Role; at: Date }): Promise<boolean> {
  const added = await db
    .insertInto('project_members')
    .values({ project_id: member.projectId, user_id: member.userId, role: member.role, added_at: member.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Gives a collaborator another role. */
export async function setRole(db: Db, projectId: string, userId: string, role: Role): Promise<void> {
  await db
    .updateTable('project_members')
    .set({ role })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute();
}

/** Takes a collaborator away. */
export async function removeMember(db: Db, projectId: string, userId: string): Promise<void> {
  await db.deleteFrom('project_members').where('project_id', '=', projectId).where('user_id', '=', userId).execute();
}

/** The owner who has been one of the project's people the longest, `exceptUserId` left out; null where there is none. */
export async function findOtherOwner(db: Db, projectId: string, exceptUserId: string): Promise<string | null> {
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

/** Hands a project from one owner to another, as `ownerId` shows it. */
export async function handOver(db: Db, projectId: string, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('projects').set({ owner_id: to }).where('id', '=', projectId).where('owner_id', '=', from).execute();
}
