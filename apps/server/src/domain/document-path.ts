import { sql, type Kysely } from 'kysely';
import type { DocumentPath } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { visibleDocuments } from './membership.ts';

/**
 * Returns the paths of nested documents: the ancestors that a user may read, outermost first.
 * Documents without such ancestors have no entry.
 */
export async function findPaths(
  db: Kysely<Schema>,
  userId: string,
  documentIds: readonly string[],
): Promise<Map<string, DocumentPath>> {
  const paths = new Map<string, DocumentPath>();
  if (documentIds.length === 0) return paths;
  const rows = await visibleDocuments(db, userId)
    .clearSelect()
    .innerJoin('document_ancestors as a', 'a.ancestor_id', 'd.id')
    .select(['a.document_id as documentId', 'd.id as id', 'd.title as title'])
    .where(sql<boolean>`a.document_id = any(${documentIds}::uuid[])`)
    .orderBy('a.depth', 'desc')
    .execute();
  for (const { documentId, id, title } of rows) {
    const path = paths.get(documentId);
    if (path === undefined) paths.set(documentId, [{ id, title }]);
    else path.push({ id, title });
  }
  return paths;
}
