import { sql, type Kysely } from 'kysely';
import { id, type Role } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';

/** What a person may do with a project: their role, and whether it is put away. */
export type ProjectAccess = { projectId: string; role: Role; archivedAt: Date | null };

/** What a person may do with a document. `archivedAt` is also set where the document's project is archived. */
export type DocumentAccess = {
  documentId: string;
  projectId: string | null;
  role: Role;
  archivedAt: Date | null;
  deletedAt: Date | null;
  epoch: number;
};

/**
 * The projects in which a person has a role, with `role` selected; `p` is the project, `m` the person's place in it. The one
 * predicate by which projects are seen, alone and in lists. Projects in the trash are not seen.
 */
export function visibleProjects(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('projects as p')
    .innerJoin('project_members as m', (join) => join.onRef('m.project_id', '=', 'p.id').on('m.user_id', '=', userId))
    .where('p.deleted_at', 'is', null)
    .select('m.role as role');
}

/**
 * The documents of which a person may know, with `role` selected; `d` is the document, `p` its project. In a project the
 * role is the one there; a document in no project is owned by its author. The one predicate by which documents are seen,
 * alone and in lists. Source: API, Shapes.
 */
export function visibleDocuments(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('documents as d')
    .leftJoin('projects as p', 'p.id', 'd.project_id')
    .leftJoin('project_members as m', (join) => join.onRef('m.project_id', '=', 'd.project_id').on('m.user_id', '=', userId))
    .where((eb) =>
      eb.or([
        eb.and([eb('d.project_id', 'is', null), eb('d.created_by', '=', userId)]),
        eb.and([eb('m.role', 'is not', null), eb('p.deleted_at', 'is', null)]),
      ]),
    )
    .select(sql<Role>`coalesce(m.role, 'owner')`.as('role'));
}

/** A person's access to a project, or null where they have none or `projectId` is no id at all. */
export async function findProjectAccess(db: Kysely<Schema>, userId: string, projectId: string): Promise<ProjectAccess | null> {
  if (!id.safeParse(projectId).success) return null;
  const row = await visibleProjects(db, userId)
    .select(['p.id as projectId', 'p.archived_at as archivedAt'])
    .where('p.id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
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
      'd.epoch as epoch',
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
