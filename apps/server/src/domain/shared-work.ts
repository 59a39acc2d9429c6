import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { visibleDocuments, visibleProjects } from './membership.ts';

/**
 * SQL for all memberships that a user can see, in projects and individually shared documents.
 * Columns: user (`user_id`), object (`kind`, `id`, `name`), `role`. Excludes guests. The only
 * predicate for visibility of users.
 */
export function membershipsVisibleTo(db: Kysely<Schema>, userId: string): RawBuilder<unknown> {
  const projects = visibleProjects(db, userId)
    .clearSelect()
    .select('p.id')
    .where('p.deleted_at', 'is', null);
  const documents = visibleDocuments(db, userId)
    .clearSelect()
    .select('d.id')
    .where('d.deleted_at', 'is', null);
  return sql`
    select m.user_id, 'project' as kind, p.id, p.name, m.role
      from project_roles m join projects p on p.id = m.project_id where p.id in (${projects})
    union all
    select s.user_id, 'document', d.id, d.title, s.role
      from document_roles s join users u on u.id = s.user_id and not u.is_guest join documents d on d.id = s.document_id where d.id in (${documents})
    union all
    select coalesce(d.owner_id, d.created_by), 'document', d.id, d.title, 'owner'
      from documents d where d.project_id is null and d.id in (${documents})`;
}
