import { sql, type Expression, type Kysely } from 'kysely';
import { id, roles, type Role } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';

/** SQL array of the roles in order. */
const rolesInOrder = sql`array[${sql.join(roles.map((role) => sql.lit(role)))}]::text[]`;

/** A user's access to a project: the role, and whether it is archived or in the trash. */
export type ProjectAccess = {
  projectId: string;
  role: Role;
  archivedAt: Date | null;
  deletedAt: Date | null;
};

/**
 * A user's access to a document. `archivedAt` is also set if its project is archived
 * (`projectArchivedAt`).
 */
export type DocumentAccess = {
  documentId: string;
  projectId: string | null;
  role: Role;
  archivedAt: Date | null;
  projectArchivedAt: Date | null;
  deletedAt: Date | null;
  lockedAt: Date | null;
  createdBy: string;
  epoch: number;
};

/**
 * Selects the projects in which a user has a role, as a member or by groups, with `role`. `p` is
 * the project, `m` the role. The only predicate for visibility of projects, single or in lists.
 * Trashed projects are visible to their owners only.
 */
export function visibleProjects(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('projects as p')
    .innerJoin('project_roles as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.user_id', '=', userId),
    )
    .where((eb) => eb.or([eb('p.deleted_at', 'is', null), eb('m.role', '=', 'owner')]))
    .select('m.role as role');
}

/**
 * Selects the documents visible to a user, with `role`. `d` is the document, `p` its project. The
 * only predicate for visibility of documents, single or in lists.
 *
 * A document without a project is owned by its author, or by the user they handed it to. In a
 * project, the role is that of the project. Sharing the single document, with the user or with a
 * group, can raise either. Documents of a trashed project are not visible.
 *
 * @param userId id of the user, or a column of an outer query
 */
export function visibleDocuments(db: Kysely<Schema>, userId: string | Expression<string>) {
  return (
    db
      .selectFrom('documents as d')
      .leftJoin('projects as p', 'p.id', 'd.project_id')
      .leftJoin('project_roles as m', (join) =>
        join.onRef('m.project_id', '=', 'd.project_id').on('m.user_id', '=', userId),
      )
      .leftJoin('document_roles as s', (join) =>
        join.onRef('s.document_id', '=', 'd.id').on('s.user_id', '=', userId),
      )
      .where('p.deleted_at', 'is', null)
      // Sets of ids can use the indexes on documents. A condition per row would read all documents
      // for a short list.
      .where(
        sql<boolean>`(d.project_id = any(array(select project_id from project_roles where user_id = ${userId}))
        or d.id = any(array(select document_id from document_roles where user_id = ${userId}))
        or (d.project_id is null and coalesce(d.owner_id, d.created_by) = ${userId}))`,
      )
      .select(
        sql<Role>`case
        when d.project_id is null and coalesce(d.owner_id, d.created_by) = ${userId} then 'owner'
        when m.role is null then s.role
        when s.role is null then m.role
        when array_position(${rolesInOrder}, s.role) < array_position(${rolesInOrder}, m.role) then s.role
        else m.role end`.as('role'),
      )
  );
}

/** Returns a user's access to a project, or null if there is none or `projectId` is not an id. */
export async function findProjectAccess(
  db: Kysely<Schema>,
  userId: string,
  projectId: string,
): Promise<ProjectAccess | null> {
  if (!id.safeParse(projectId).success) return null;
  const row = await visibleProjects(db, userId)
    .select(['p.id as projectId', 'p.archived_at as archivedAt', 'p.deleted_at as deletedAt'])
    .where('p.id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * True if an object exists that the user may not read. Stored responses about it must then not be
 * returned again. False for permanently removed objects.
 */
export async function isHiddenFrom(
  db: Kysely<Schema>,
  userId: string,
  { kind, id: objectId }: { kind: 'projects' | 'documents'; id: string },
): Promise<boolean> {
  const access = await (kind === 'documents' ? findDocumentAccess : findProjectAccess)(
    db,
    userId,
    objectId,
  );
  if (access !== null || !id.safeParse(objectId).success) return false;
  return (
    (await db.selectFrom(kind).select('id').where('id', '=', objectId).executeTakeFirst()) !==
    undefined
  );
}

/**
 * Like {@link findProjectAccess}, but refuses `not_found` if there is none. Missing and unshared
 * objects are indistinguishable.
 */
export async function getProjectAccess(
  db: Kysely<Schema>,
  userId: string,
  projectId: string,
): Promise<ProjectAccess> {
  return (await findProjectAccess(db, userId, projectId)) ?? refuse('not_found');
}

/** Returns a user's access to a document, or null if there is none or `documentId` is not an id. */
export async function findDocumentAccess(
  db: Kysely<Schema>,
  userId: string,
  documentId: string,
): Promise<DocumentAccess | null> {
  if (!id.safeParse(documentId).success) return null;
  const row = await visibleDocuments(db, userId)
    .select([
      'd.id as documentId',
      'd.project_id as projectId',
      'd.deleted_at as deletedAt',
      'd.locked_at as lockedAt',
      'd.epoch as epoch',
      'd.created_by as createdBy',
      'p.archived_at as projectArchivedAt',
      sql<Date | null>`coalesce(d.archived_at, p.archived_at)`.as('archivedAt'),
    ])
    .where('d.id', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}

/** Like {@link findDocumentAccess}, but refuses `not_found` if there is none. */
export async function getDocumentAccess(
  db: Kysely<Schema>,
  userId: string,
  documentId: string,
): Promise<DocumentAccess> {
  return (await findDocumentAccess(db, userId, documentId)) ?? refuse('not_found');
}

/**
 * Locks a project until the transaction ends, so that checks of its state and of the rights in it
 * remain valid.
 */
export async function lockProject(db: Kysely<Schema>, projectId: string): Promise<void> {
  await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .execute();
}
