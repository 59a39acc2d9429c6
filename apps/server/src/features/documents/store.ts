import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, type Document } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { visibleDocuments } from '../../domain/membership.ts';
import { momentKey, momentKeyOf, momentOfKey, pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';
import { positionPattern } from '../../domain/positions.ts';

type Db = Kysely<Schema>;

const byEdit = z.tuple([momentKey, id]);
const byPosition = z.tuple([z.string().max(1_000).regex(positionPattern), id]);

/** Which documents a list holds. */
export type Filter = { projectId?: string | undefined; status?: Document['status'] | undefined; q?: string | undefined };

/** Documents as `userId` sees them, with all that the answer carries. */
function documentsFor(db: Db, userId: string) {
  return visibleDocuments(db, userId)
    .select(['d.id as id', 'd.project_id as projectId', 'd.title as title', 'd.status as status', 'd.position as position'])
    .select(['d.word_count as wordCount', 'd.excerpt as excerpt', 'd.created_by as createdBy', 'd.created_at as createdAt'])
    .select(['d.updated_at as updatedAt', 'd.archived_at as archivedAt', 'd.deleted_at as deletedAt'])
    .select(momentKeyOf('d.updated_at').as('updatedKey'));
}

type Row = Awaited<ReturnType<ReturnType<typeof documentsFor>['executeTakeFirstOrThrow']>>;

function present({ updatedKey: _, ...row }: Row): Document {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

/** Documents that are not put away, by themselves or with their project. */
function activeFor(db: Db, userId: string) {
  return documentsFor(db, userId)
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null);
}

/** `text` as a pattern that finds it anywhere: what means something in a pattern means itself. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** A person's active documents, newest edit first. */
export async function listDocuments(db: Db, userId: string, asked: PageAsked & Filter): Promise<Page<Document>> {
  const after = readCursor(byEdit, asked.cursor);
  let query = activeFor(db, userId);
  if (asked.projectId !== undefined) query = query.where('d.project_id', '=', asked.projectId);
  if (asked.status !== undefined) query = query.where('d.status', '=', asked.status);
  if (asked.q) query = query.where('d.title', 'ilike', containing(asked.q));
  if (after) query = query.where(sql<boolean>`(d.updated_at, d.id) < (${momentOfKey(after[0])}, ${after[1]}::uuid)`);
  const rows = await query
    .orderBy('d.updated_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(asked.limit + 1)
    .execute();
  return pageOf(rows, { limit: asked.limit, keysOf: (row) => [row.updatedKey, row.id], present });
}

/** A project's active documents, in their order. */
export async function listInProject(
  db: Db,
  userId: string,
  { projectId, limit, cursor }: PageAsked & { projectId: string },
): Promise<Page<Document>> {
  const after = readCursor(byPosition, cursor);
  let query = activeFor(db, userId).where('d.project_id', '=', projectId);
  if (after) query = query.where(sql<boolean>`(d.position, d.id) > (${after[0]}, ${after[1]}::uuid)`);
  const rows = await query
    .orderBy('d.position')
    .orderBy('d.id')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.position, row.id], present });
}

/** One document as a person with access to it sees it, or null. */
export async function findDocument(db: Db, userId: string, documentId: string): Promise<Document | null> {
  const row = await documentsFor(db, userId).where('d.id', '=', documentId).executeTakeFirst();
  return row ? present(row) : null;
}

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

/** Gives a document its title and keeps it in the history of titles: the last writer wins, and nobody's is lost. */
export async function setTitle(
  db: Db,
  { documentId, title, by, at }: { documentId: string; title: string; by: string; at: Date },
): Promise<void> {
  await db.updateTable('documents').set({ title, updated_at: at }).where('id', '=', documentId).execute();
  await db.insertInto('document_titles').values({ document_id: documentId, title, set_by: by, set_at: at }).execute();
}
