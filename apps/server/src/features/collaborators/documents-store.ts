import { sql, type Kysely } from 'kysely';
import { roles, type DocumentCollaborator, type Role } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { can } from '../../domain/access.ts';
import { momentKeyOf, oldestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { groupsOfDocument } from '../../domain/groups.ts';
import { toPerson } from '../../domain/people.ts';

type Db = Kysely<Schema>;

const rank = (column: string) =>
  sql`array_position(${sql.lit(`{${roles.join(',')}}`)}::text[], ${sql.ref(column)})`;

/**
 * Selects the roles of users in a document: by ownership, by its project, by groups, and by sharing
 * the document or one that contains it.
 */
function rolesIn(db: Db, documentId: string) {
  return db
    .selectFrom('documents as d')
    .where('d.id', '=', documentId)
    .where('d.project_id', 'is', null)
    .select([
      sql<string>`coalesce(d.owner_id, d.created_by)`.as('user_id'),
      sql<Role>`'owner'`.as('role'),
      'd.created_at as added_at',
      sql<DocumentCollaborator['through']>`'document'`.as('through'),
    ])
    .unionAll(
      db
        .selectFrom('documents as d')
        .innerJoin('project_members as m', 'm.project_id', 'd.project_id')
        .where('d.id', '=', documentId)
        .select([
          'm.user_id',
          'm.role',
          'm.added_at',
          sql<DocumentCollaborator['through']>`'project'`.as('through'),
        ]),
    )
    .unionAll(
      db
        .selectFrom(groupsOfDocument(db, documentId).as('o'))
        .innerJoin('group_members as m', 'm.group_id', 'o.groupId')
        .select([
          'm.user_id',
          'o.role',
          'm.added_at',
          sql<DocumentCollaborator['through']>`'group'`.as('through'),
        ]),
    )
    .unionAll(sharedIn(db, documentId))
    .unionAll(
      db
        .selectFrom('document_ancestors as a')
        .innerJoin('document_members as s', 's.document_id', 'a.ancestor_id')
        .innerJoin('users as g', 'g.id', 's.user_id')
        .where('a.document_id', '=', documentId)
        .where('g.is_guest', '=', false)
        .select([
          's.user_id',
          's.role',
          's.added_at',
          sql<DocumentCollaborator['through']>`'parent'`.as('through'),
        ]),
    );
}

/** Selects the roles by sharing the document itself, with users or by links. */
function sharedIn(db: Db, documentId: string) {
  return db
    .selectFrom('document_members as s')
    .where('s.document_id', '=', documentId)
    .innerJoin('users as g', 'g.id', 's.user_id')
    .select([
      's.user_id',
      's.role',
      's.added_at',
      sql<DocumentCollaborator['through']>`case when g.is_guest then 'link' else 'document' end`.as(
        'through',
      ),
    ]);
}

/**
 * Selects all collaborators of a document, each once with the highest role from project, sharing or
 * ownership.
 */
function membersOf(db: Db, documentId: string) {
  const best = db
    .selectFrom(rolesIn(db, documentId).as('a'))
    .distinctOn('a.user_id')
    .select([
      'a.user_id as userId',
      'a.role as role',
      'a.added_at as addedAt',
      'a.through as through',
    ])
    .orderBy('a.user_id')
    .orderBy(rank('a.role'))
    .orderBy(sql`array_position('{project,document,link,parent,group}'::text[], a.through)`);
  return db
    .selectFrom(best.as('m'))
    .innerJoin('users', 'users.id', 'm.userId')
    .select([
      'users.id as id',
      'users.username as username',
      'users.name as name',
      'users.avatar_color as avatarColor',
      'users.disabled_at as disabledAt',
    ])
    .select([
      'm.role as role',
      'm.addedAt as addedAt',
      'm.through as through',
      momentKeyOf('m.addedAt').as('addedKey'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>;

function present(row: Row): DocumentCollaborator {
  return {
    user: toPerson(row),
    role: row.role,
    addedAt: row.addedAt.toISOString(),
    through: row.through,
    canReview: row.through !== 'link' && row.disabledAt === null && can(row.role, 'answer_review'),
  };
}

/**
 * Returns the collaborators of a document in order of addition. `onlySeen`: includes
 * members of the project, of groups and of documents that contain it only if they wrote or
 * commented in it.
 */
export async function listMembers(
  db: Db,
  documentId: string,
  { limit, cursor, onlySeen }: PageAsked & { onlySeen: boolean },
): Promise<Page<DocumentCollaborator>> {
  let query = membersOf(db, documentId);
  if (onlySeen) {
    query = query.where(
      sql<boolean>`(m.through not in ('project', 'parent', 'group')
        or exists (select from document_clients c where c.document_id = ${documentId} and c.user_id = m."userId")
        or exists (select from comments c where c.document_id = ${documentId} and c.author_id = m."userId" and c.deleted_at is null))`,
    );
  }
  const rows = await oldestFirst(query, { limit, cursor }, ['m.addedAt', 'm.userId']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.addedKey, row.id], present });
}

/** Returns one collaborator, or null. */
export async function findMember(
  db: Db,
  documentId: string,
  userId: string,
): Promise<DocumentCollaborator | null> {
  const row = await membersOf(db, documentId).where('m.userId', '=', userId).executeTakeFirst();
  return row ? present(row) : null;
}

/** True if the document itself was shared with a user. */
export async function isShared(db: Db, documentId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_members')
    .select('user_id')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Shares a document with a user, or changes their role in it. */
export async function putMember(
  db: Db,
  member: { documentId: string; userId: string; role: Role; at: Date },
): Promise<void> {
  await db
    .insertInto('document_members')
    .values({
      document_id: member.documentId,
      user_id: member.userId,
      role: member.role,
      added_at: member.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'user_id']).doUpdateSet({ role: member.role }),
    )
    .execute();
}

/** Stops sharing a document with a user. */
export async function removeMember(db: Db, documentId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('document_members')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .execute();
}
