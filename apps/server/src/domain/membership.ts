import { sql, type Kysely } from 'kysely';
import { id, roles, type Role } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';

/** From most to least, as SQL. */
const rolesInOrder = sql`array[${sql.join(roles.map((role) => sql.lit(role)))}]::text[]`;

/** What a person may do with a project: their role, and whether it is put away. */
export type ProjectAccess = { projectId: string; role: Role; archivedAt: Date | null; deletedAt: Date | null };

/** What a person may do with a document. `archivedAt` is also set where the document's project is archived (`projectArchivedAt`). */
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
 * The projects in which a person has a role, with `role` selected; `p` is the project, `m` the person's place in it. The one
 * predicate by which projects are seen, alone and in lists. Projects in the trash are seen by their owners only.
 */
export function visibleProjects(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('projects as p')
    .innerJoin('project_members as m', (join) => join.onRef('m.project_id', '=', 'p.id').on('m.user_id', '=', userId))
    .where((eb) => eb.or([eb('p.deleted_at', 'is', null), eb('m.role', '=', 'owner')]))
    .select('m.role as role');
}

/**
 * The documents of which a person may know, with `role` selected; `d` is the document, `p` its project. A document in no project
 * is owned by its author, or whom they handed it to; in a project the role is the one there; either may be topped by the role in
 * which the single document was shared. The one predicate by which documents are seen, alone and in lists. Documents of a project
 * in the trash are not seen. Source: API, Shapes.
 */
export function visibleDocuments(db: Kysely<Schema>, userId: string) {
  return (
    db
      .selectFrom('documents as d')
      .leftJoin('projects as p', 'p.id', 'd.project_id')
      .leftJoin('project_members as m', (join) => join.onRef('m.project_id', '=', 'd.project_id').on('m.user_id', '=', userId))
      .leftJoin('document_members as s', (join) => join.onRef('s.document_id', '=', 'd.id').on('s.user_id', '=', userId))
      .where('p.deleted_at', 'is', null)
      // As sets of ids, which the indexes of documents can be asked for: asked row by row, a list of few reads all there are.
      .where(
        sql<boolean>`(d.project_id = any(array(select project_id from project_members where user_id = ${userId}))
        or d.id = any(array(select document_id from document_members where user_id = ${userId}))
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

/** A person's access to a project, or null where they have none or `projectId` is no id at all. */
export async function findProjectAccess(db: Kysely<Schema>, userId: string, projectId: string): Promise<ProjectAccess | null> {
  if (!id.safeParse(projectId).success) return null;
  const row = await visibleProjects(db, userId)
    .select(['p.id as projectId', 'p.archived_at as archivedAt', 'p.deleted_at as deletedAt'])
    .where('p.id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether something is there that a person may not read: what they were answered when they could is theirs no more. What is gone for
 * good was taken from nobody.
 */
export async function isKeptFrom(
  db: Kysely<Schema>,
  userId: string,
  { kind, id: objectId }: { kind: 'projects' | 'documents'; id: string },
): Promise<boolean> {
  const access = await (kind === 'documents' ? findDocumentAccess : findProjectAccess)(db, userId, objectId);
  if (access !== null || !id.safeParse(objectId).success) return false;
  return (await db.selectFrom(kind).select('id').where('id', '=', objectId).executeTakeFirst()) !== undefined;
}

/** As {@link findProjectAccess}, refusing `not_found` where there is none: missing and not shared look the same. */
export async function getProjectAccess(db: Kysely<Schema>, userId: string, projectId: string): Promise<ProjectAccess> {
  return (await findProjectAccess(db, userId, projectId)) ?? refuse('not_found');
}

/** A person's access to a document, or null where they have none or `documentId` is no id at all. */
export async function findDocumentAccess(db: Kysely<Schema>, userId: string, documentId: string): Promise<DocumentAccess | null> {
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

/** As {@link findDocumentAccess}, refusing `not_found` where there is none. */
export async function getDocumentAccess(db: Kysely<Schema>, userId: string, documentId: string): Promise<DocumentAccess> {
  return (await findDocumentAccess(db, userId, documentId)) ?? refuse('not_found');
}
