import { sql, type Kysely, type Updateable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { leaveRemoved, type Forest } from '../../domain/document-tree.ts';
import { publish } from '../../domain/events.ts';

type Db = Kysely<Schema>;

/**
 * Updates the time of a project's last change, which locks it until the transaction ends. So
 * positions of documents are assigned sequentially.
 */
export async function touchProject(db: Db, projectId: string, at: Date): Promise<void> {
  await db.updateTable('projects').set({ updated_at: at }).where('id', '=', projectId).execute();
}

/** Returns the columns of a forest. Documents of a project have no owner of their own. */
function placeIn({ projectId, ownerId }: Forest) {
  return { project_id: projectId, owner_id: projectId === null ? ownerId : null };
}

/** Puts documents into another project, or among the drafts of a user. */
export async function changeForest(
  db: Db,
  documentIds: readonly string[],
  forest: Forest,
): Promise<void> {
  await db
    .updateTable('documents')
    .set(placeIn(forest))
    .where(sql<boolean>`id = any(${documentIds}::uuid[])`)
    .execute();
}

/** Announces another order of documents to open lists. No activity is recorded. */
export async function publishOrder(
  db: Db,
  { userId, projectId }: { userId: string; projectId: string | null },
): Promise<void> {
  if (projectId === null) return;
  await publish(db, {
    name: 'activity',
    to: { projectId, documentId: null },
    data: { type: 'documents.reordered', actorId: userId, projectId, documentId: null },
  });
}

/** Adds a document. */
export async function addDocument(
  db: Db,
  document: { id: string; forest: Forest; createdBy: string; at: Date },
): Promise<void> {
  const { forest, createdBy, at } = document;
  await db
    .insertInto('documents')
    .values({
      id: document.id,
      ...placeIn(forest),
      created_by: createdBy,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** Changes columns of a document. */
export async function changeDocument(
  db: Db,
  documentId: string,
  change: Updateable<Schema['documents']>,
): Promise<void> {
  await db.updateTable('documents').set(change).where('id', '=', documentId).execute();
}

/**
 * Sets the title of a document and adds it to the history of titles. The last write wins, and no
 * title is lost.
 */
export async function setTitle(
  db: Db,
  { documentId, title, by, at }: { documentId: string; title: string; by: string; at: Date },
): Promise<void> {
  await changeDocument(db, documentId, { title, updated_at: at });
  await db
    .insertInto('document_titles')
    .values({ document_id: documentId, title, set_by: by, set_at: at })
    .execute();
}

/**
 * Permanently removes documents with all their data. Activities without a project are removed too.
 */
export async function removeDocuments(db: Db, documentIds: readonly string[]): Promise<void> {
  await leaveRemoved(db, documentIds);
  await db
    .deleteFrom('activities')
    .where('document_id', 'in', documentIds)
    .where('project_id', 'is', null)
    .execute();
  await db.deleteFrom('documents').where('id', 'in', documentIds).execute();
}

/** Returns the ids of documents inside a document that were moved to the trash with it. */
export async function findDeletedWith(db: Db, documentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_ancestors as a')
    .innerJoin('documents as d', 'd.id', 'a.document_id')
    .select('d.id')
    .where('a.ancestor_id', '=', documentId)
    .where('d.deleted_with', '=', documentId)
    .where('d.deleted_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** A document in the order of its project. */
export type Ordered = { id: string; parentId: string | null; isActive: boolean };

/** Locks and returns the documents of a project in any state, in order. */
export async function lockOrdered(db: Db, projectId: string): Promise<Ordered[]> {
  const rows = await db
    .selectFrom('documents')
    .select([
      'id',
      'parent_id as parentId',
      'position',
      sql<boolean>`archived_at is null and deleted_at is null`.as('isActive'),
    ])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((one, other) =>
    one.position === other.position ? 0 : one.position < other.position ? -1 : 1,
  );
}
