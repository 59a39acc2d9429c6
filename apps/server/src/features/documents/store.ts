import type { Kysely, Updateable } from 'kysely';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

/**
 * Updates the time of a project's last change, which locks it until the transaction ends. So
 * positions of documents are assigned sequentially.
 */
export async function touchProject(db: Db, projectId: string, at: Date): Promise<void> {
  await db.updateTable('projects').set({ updated_at: at }).where('id', '=', projectId).execute();
}

/**
 * Returns the last position in a project, including archived and deleted documents, or null if
 * there is none.
 */
export async function findLastPosition(db: Db, projectId: string): Promise<string | null> {
  const row = await db
    .selectFrom('documents')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.last ?? null;
}

/** Adds a document. */
export async function addDocument(
  db: Db,
  document: { id: string; projectId: string | null; position: string; createdBy: string; at: Date },
): Promise<void> {
  const { projectId, position, createdBy, at } = document;
  await db
    .insertInto('documents')
    .values({
      id: document.id,
      project_id: projectId,
      position,
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
 * Permanently removes a document with all its data. Activities without a project are removed too.
 */
export async function removeDocument(db: Db, documentId: string): Promise<void> {
  await db
    .deleteFrom('activities')
    .where('document_id', '=', documentId)
    .where('project_id', 'is', null)
    .execute();
  await db.deleteFrom('documents').where('id', '=', documentId).execute();
}

/** Locks and returns the active documents of a project. */
export async function lockActive(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
