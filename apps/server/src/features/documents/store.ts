import type { Kysely, Updateable } from 'kysely';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

/** Notes a change in a project, and holds it until the transaction ends: so documents get their places one by one. */
export async function touchProject(db: Db, projectId: string, at: Date): Promise<void> {
  await db.updateTable('projects').set({ updated_at: at }).where('id', '=', projectId).execute();
}

/** The last place taken in a project, also by what is put away; null where there is none. */
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
    .values({ id: document.id, project_id: projectId, position, created_by: createdBy, created_at: at, updated_at: at })
    .execute();
}

/** Changes what lists know of a document. */
export async function changeDocument(db: Db, documentId: string, change: Updateable<Schema['documents']>): Promise<void> {
  await db.updateTable('documents').set(change).where('id', '=', documentId).execute();
}

/** Gives a document its title and keeps it in the history of titles: the last writer wins, and nobody's is lost. */
export async function setTitle(
  db: Db,
  { documentId, title, by, at }: { documentId: string; title: string; by: string; at: Date },
): Promise<void> {
  await changeDocument(db, documentId, { title, updated_at: at });
  await db.insertInto('document_titles').values({ document_id: documentId, title, set_by: by, set_at: at }).execute();
}

/** Removes a document for good, with everything that belongs to it. Entries of the journal that only it gave a place go with it. */
export async function removeDocument(db: Db, documentId: string): Promise<void> {
  await db.deleteFrom('activities').where('document_id', '=', documentId).where('project_id', 'is', null).execute();
  await db.deleteFrom('documents').where('id', '=', documentId).execute();
}

/** Holds a document until the transaction ends, so that what was looked at stays true. */
export async function lockDocument(db: Db, documentId: string): Promise<void> {
  await db.selectFrom('documents').select('id').where('id', '=', documentId).forUpdate().execute();
}

/** The active documents of a project. Holds them until the transaction ends. */
export async function lockActive(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
