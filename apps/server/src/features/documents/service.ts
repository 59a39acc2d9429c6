import type { Document, DocumentFormat } from '@longhand/contract';
import { requireRole } from '../../domain/access.ts';
import { getDocumentAccess, getProjectAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import type { DocumentsDeps } from './deps.ts';
import * as lists from './lists.ts';
import { getPresented } from './presented.ts';

/**
 * Returns a user's active documents. Refuses `not_found` for a project or `within` without a role.
 */
export async function listDocuments(
  { db }: DocumentsDeps,
  userId: string,
  asked: PageAsked & lists.Filter & { sort?: lists.Sort | undefined },
): Promise<Page<Document>> {
  if (asked.projectId !== undefined)
    requireRole(await getProjectAccess(db, userId, asked.projectId), 'read');
  if (asked.within !== undefined) await getDocumentAccess(db, userId, asked.within);
  return lists.listDocuments(db, userId, asked);
}

/** Returns a project's active documents in order. Refuses `not_found`. */
export async function listProjectDocuments(
  { db }: DocumentsDeps,
  userId: string,
  asked: PageAsked & { projectId: string },
): Promise<Page<Document>> {
  requireRole(await getProjectAccess(db, userId, asked.projectId), 'read');
  return lists.listInProject(db, userId, asked);
}

/**
 * Returns one document. With `format`, `content` contains everything acknowledged so far. Refuses
 * `not_found`.
 */
export async function getDocument(
  { db, live }: DocumentsDeps,
  userId: string,
  { documentId, format }: { documentId: string; format: DocumentFormat | undefined },
): Promise<Document> {
  const document = await getPresented(db, userId, documentId);
  return format === undefined
    ? document
    : { ...document, content: await live.readContent(documentId, format) };
}
