import { sql, type Kysely } from 'kysely';
import type { BranchSize, Document } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { rightsOnDocument } from '../../domain/access.ts';
import { findPaths } from '../../domain/document-path.ts';
import { headSeq } from '../../domain/head-seq.ts';
import { getDocumentAccess, visibleDocuments } from '../../domain/membership.ts';
import { momentKeyOf } from '../../domain/pages.ts';
import { refuse } from '../../platform/refusal.ts';

type Db = Kysely<Schema>;

/**
 * SQL for the parent of a document of {@link documentsFor}, or null if the user may not read it.
 * Users with a role in the project, and the owner of drafts, may read all documents of a tree.
 */
function visibleParent(userId: string) {
  return sql<string | null>`case when m.role is not null
      or (d.project_id is null and coalesce(d.owner_id, d.created_by) = ${userId})
      or exists (select from document_roles r where r.document_id = d.parent_id and r.user_id = ${userId})
    then d.parent_id end`;
}

/** SQL for the number of active documents directly inside it. Guests may read none of them. */
function childCount(userId: string) {
  return sql<number>`(select count(*) from documents c where c.parent_id = d.id
    and c.archived_at is null and c.deleted_at is null
    and not (select u.is_guest from users u where u.id = ${userId}))::integer`;
}

/** Selects documents as visible to `userId`, with all fields of the response. */
export function documentsFor(db: Db, userId: string) {
  return visibleDocuments(db, userId)
    .select([
      'd.id as id',
      'd.project_id as projectId',
      'd.title as title',
      'd.status as status',
      'd.position as position',
    ])
    .select(visibleParent(userId).as('parentId'))
    .select(childCount(userId).as('childCount'))
    .select([
      'd.word_count as wordCount',
      'd.excerpt as excerpt',
      'd.created_by as createdBy',
      'd.created_at as createdAt',
    ])
    .select([
      'd.updated_at as updatedAt',
      'd.deleted_at as deletedAt',
      'd.locked_at as lockedAt',
      'd.working_copy_of as workingCopyOf',
      'd.is_template as isTemplate',
    ])
    .select(['d.goal_words as goalWords', 'd.goal_due_on as goalDueOn', 'd.language as language'])
    .select(sql<Date | null>`coalesce(d.archived_at, p.archived_at)`.as('archivedAt'))
    .select(sql<boolean>`p.archived_at is not null`.as('archivedWithProject'))
    .select(
      sql<
        string[]
      >`array(select t.name from document_tags t where t.document_id = d.id order by t.name_key)`.as(
        'tags',
      ),
    )
    .select(
      sql<boolean>`exists (select from favourites f where f.document_id = d.id and f.user_id = ${userId})`.as(
        'favourite',
      ),
    )
    .select(
      // Compares log numbers and not times: a larger number means newer content. Only the newest
      // approval counts.
      sql<boolean>`d.status = 'approved' and coalesce((
        select v.seq from reviews r join document_versions v on v.id = r.approved_version_id
        where r.document_id = d.id and r.state = 'approved' order by r.ended_at desc limit 1) < ${headSeq('d.id')}, false)`.as(
        'isEditedSinceApproval',
      ),
    )
    .select(momentKeyOf('d.updated_at').as('updatedKey'));
}

/** A row of {@link documentsFor}. */
export type DocumentRow = Awaited<
  ReturnType<ReturnType<typeof documentsFor>['executeTakeFirstOrThrow']>
>;

/** Returns a document's representation in responses. */
export function present({ updatedKey: _, goalWords, goalDueOn, ...row }: DocumentRow): Document {
  return {
    ...row,
    rights: rightsOnDocument(row),
    goal: goalWords === null ? null : { words: goalWords, dueOn: goalDueOn },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    lockedAt: row.lockedAt?.toISOString() ?? null,
  };
}

/** Returns one document as visible to a user with access. Refuses `not_found`. */
export async function getPresented(db: Db, userId: string, documentId: string): Promise<Document> {
  const row = await documentsFor(db, userId).where('d.id', '=', documentId).executeTakeFirst();
  if (!row) refuse('not_found');
  const paths = row.parentId === null ? null : await findPaths(db, userId, [documentId]);
  return { ...present(row), ancestors: paths?.get(documentId) ?? [] };
}

/**
 * Counts the documents inside a document, all of which its readers may read. Refuses `not_found`.
 */
export async function getBranchSize(
  db: Db,
  userId: string,
  documentId: string,
): Promise<BranchSize> {
  await getDocumentAccess(db, userId, documentId);
  return db
    .selectFrom('document_ancestors as a')
    .innerJoin('documents as d', 'd.id', 'a.document_id')
    .where('a.ancestor_id', '=', documentId)
    .select([
      sql<number>`count(*)::integer`.as('all'),
      sql<number>`(count(*) filter (where d.deleted_at is null))::integer`.as('present'),
      sql<number>`(count(*) filter (where d.deleted_at is null and d.archived_at is null))::integer`.as(
        'active',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Returns several documents, in the order of `documentIds`. */
export async function presentAll(
  db: Db,
  userId: string,
  documentIds: readonly string[],
): Promise<Document[]> {
  if (documentIds.length === 0) return [];
  const rows = await documentsFor(db, userId).where('d.id', 'in', documentIds).execute();
  const byId = new Map(rows.map((row) => [row.id, present(row)]));
  return documentIds.flatMap((documentId) => byId.get(documentId) ?? []);
}
