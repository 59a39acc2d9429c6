import type { Kysely } from 'kysely';
import type { Document, DocumentChange, DocumentFormat, NewDocument } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { demand, demandChange } from '../../domain/access.ts';
import type { Live } from '../../domain/live.ts';
import { getDocumentAccess, getProjectAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { positionAfter } from '../../domain/positions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

/** What documents stand on. */
export type DocumentsDeps = { db: Kysely<Schema>; clock: Clock; ids: Ids; live: Live };

/** A person's active documents. Refuses `not_found` where they filter by a project in which they have no role. */
export async function listDocuments(
  { db }: DocumentsDeps,
  userId: string,
  asked: PageAsked & store.Filter,
): Promise<Page<Document>> {
  if (asked.projectId !== undefined) demand(await getProjectAccess(db, userId, asked.projectId), 'read');
  return store.listDocuments(db, userId, asked);
}

/** A project's active documents, in order. */
export async function listProjectDocuments(
  { db }: DocumentsDeps,
  userId: string,
  asked: PageAsked & { projectId: string },
): Promise<Page<Document>> {
  demand(await getProjectAccess(db, userId, asked.projectId), 'read');
  return store.listInProject(db, userId, asked);
}

/** A place for a new document, and the right to it: at the end of a project, or among one's own drafts. */
async function makeRoom(db: Kysely<Schema>, userId: string, projectId: string | null, at: Date): Promise<string> {
  if (projectId === null) return '';
  demandChange(await getProjectAccess(db, userId, projectId), 'create_document');
  await store.touchProject(db, projectId, at);
  return positionAfter(await store.findLastPosition(db, projectId));
}

async function getPresented(db: Kysely<Schema>, userId: string, documentId: string): Promise<Document> {
  return (await store.findDocument(db, userId, documentId)) ?? refuse('not_found');
}

/** Makes a document, in a project or as a personal draft. Refuses `not_found`, `not_allowed`, `archived`. */
export function createDocument({ db, clock, ids }: DocumentsDeps, userId: string, given: NewDocument): Promise<Document> {
  const { projectId = null, title = '' } = given;
  const at = new Date(clock.now());
  const documentId = ids.uuid();
  return db.transaction().execute(async (trx) => {
    const position = await makeRoom(trx, userId, projectId, at);
    await store.addDocument(trx, { id: documentId, projectId, position, createdBy: userId, at });
    if (title !== '') await store.setTitle(trx, { documentId, title, by: userId, at });
    return getPresented(trx, userId, documentId);
  });
}

/** One document; with `format`, everything acknowledged so far as its `content`. Refuses `not_found`. */
export async function getDocument(
  { db, live }: DocumentsDeps,
  userId: string,
  { documentId, format }: { documentId: string; format: DocumentFormat | undefined },
): Promise<Document> {
  const document = await getPresented(db, userId, documentId);
  return format === undefined ? document : { ...document, content: await live.readContent(documentId, format) };
}

/** Renames a document. Refuses `not_found`, `not_allowed`, `archived`. The same title again is no change. */
export async function updateDocument(
  { db, clock, live }: DocumentsDeps,
  userId: string,
  { documentId, change }: { documentId: string; change: DocumentChange },
): Promise<Document> {
  const { before, after } = await db.transaction().execute(async (trx) => {
    demandChange(await getDocumentAccess(trx, userId, documentId), 'rename_document');
    const document = await getPresented(trx, userId, documentId);
    if (change.title === undefined || change.title === document.title) return { before: document, after: document };
    await store.setTitle(trx, { documentId, title: change.title, by: userId, at: new Date(clock.now()) });
    return { before: document, after: await getPresented(trx, userId, documentId) };
  });
  if (after.title !== before.title) live.renamed({ documentId, title: after.title, by: userId });
  return after;
}
