import type { Kysely } from 'kysely';
import type { NodeJson } from '@longhand/document';
import type { ActivityEvent, Document, DocumentCopy, NewDocument } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireChange } from '../../domain/access.ts';
import { getDocumentAccess, getProjectAccess } from '../../domain/membership.ts';
import { positionAfter } from '../../domain/fractional-index.ts';
import { recordVisit } from '../../domain/visits.ts';
import type { Actor, DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';
import { fillPlaceholders } from './placeholders.ts';
import { getTemplate } from './templates.ts';

/**
 * Checks the right to create a document and returns its position: at the end of a project, or in
 * the user's drafts. Refuses `not_found`, `not_allowed`, `archived`.
 */
export async function makeRoom(
  db: Kysely<Schema>,
  userId: string,
  projectId: string | null,
  at: Date,
): Promise<string> {
  if (projectId === null) return '';
  requireChange(await getProjectAccess(db, userId, projectId), 'create_document');
  await store.touchProject(db, projectId, at);
  return positionAfter(await store.findLastPosition(db, projectId));
}

/** Initial values of a new document. */
type Beginning = {
  projectId: string | null;
  title: string;
  content: NodeJson | null;
  /** Title of the document of which it is a copy. */
  from?: string;
};

/**
 * Creates a document, then its content by an ordinary edit of its author. If the content cannot be
 * stored, the document is removed. So a retry of the caller leaves no second, empty document.
 */
async function make(deps: DocumentsDeps, actor: Actor, beginning: Beginning): Promise<Document> {
  const { projectId, title, content, from } = beginning;
  const { userId } = actor;
  const documentId = deps.ids.uuid();
  const at = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (trx) => {
    const position = await makeRoom(trx, userId, projectId, at);
    await store.addDocument(trx, { id: documentId, projectId, position, createdBy: userId, at });
    if (title !== '') await store.setTitle(trx, { documentId, title, by: userId, at });
    await recordVisit(trx, { userId, documentId, at });
    const event: ActivityEvent =
      from === undefined
        ? { type: 'document.created', data: { title } }
        : { type: 'document.duplicated', data: { title, from } };
    await deps.recordActivity(trx, { ...event, actorId: userId, projectId, documentId });
  });
  try {
    if (content !== null) {
      const own = await deps.copyFiles({ userId, documentId, content });
      await deps.live.edit(documentId, {
        by: actor,
        how: actor.viaToken ? 'api' : 'copy',
        content: own,
      });
    }
  } catch (error) {
    await store.removeDocument(deps.db, documentId);
    throw error;
  }
  return getPresented(deps.db, userId, documentId);
}

/**
 * Creates a document, in a project or as a personal draft, empty or from a template. Refuses
 * `not_found`, `not_allowed`, `archived`.
 */
export async function createDocument(
  deps: DocumentsDeps,
  actor: Actor,
  given: NewDocument,
): Promise<Document> {
  const { projectId = null, title, templateId, placeholders = {} } = given;
  if (projectId !== null)
    requireChange(await getProjectAccess(deps.db, actor.userId, projectId), 'create_document');
  if (templateId === undefined)
    return make(deps, actor, { projectId, title: title ?? '', content: null });
  const template = await getTemplate(deps, actor.userId, templateId);
  const filled = fillPlaceholders(
    { title: template.title, content: template.content },
    placeholders,
  );
  return make(deps, actor, { projectId, title: title ?? filled.title, content: filled.content });
}

/**
 * Copies the current content of a document or of one of its versions into a new document. History,
 * comments and collaborators are not copied. Refuses `not_found`, `not_allowed`, `archived`.
 */
export async function duplicateDocument(
  deps: DocumentsDeps,
  actor: Actor,
  { documentId, copy }: { documentId: string; copy: DocumentCopy },
): Promise<Document> {
  const access = await getDocumentAccess(deps.db, actor.userId, documentId);
  const original = await getPresented(deps.db, actor.userId, documentId);
  const projectId = copy.projectId === undefined ? access.projectId : copy.projectId;
  if (projectId !== null)
    requireChange(await getProjectAccess(deps.db, actor.userId, projectId), 'create_document');
  const version =
    copy.versionId === undefined ? null : await deps.readVersion(documentId, copy.versionId);
  const content =
    version?.content ?? ((await deps.live.readContent(documentId, 'json')) as NodeJson);
  const title =
    copy.title ??
    copyTitle(original.title, version === null ? 'copy' : `version ${version.number}`);
  return make(deps, actor, { projectId, title, content, from: original.title });
}

/** Marks the title of a copy as such, within the maximum length of a title. */
function copyTitle(title: string, what: string): string {
  const mark = ` (${what})`;
  return title === '' ? '' : [...title].slice(0, 500 - mark.length).join('') + mark;
}

/**
 * Creates an empty document with a given id. Idempotent. Refuses `not_found`, `not_allowed`,
 * `archived` if the user may not create documents there (any more).
 */
export async function createImported(
  deps: DocumentsDeps,
  userId: string,
  { documentId, projectId, title }: { documentId: string; projectId: string | null; title: string },
): Promise<void> {
  const at = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (trx) => {
    const position = await makeRoom(trx, userId, projectId, at);
    const there = await trx
      .selectFrom('documents')
      .select('id')
      .where('id', '=', documentId)
      .executeTakeFirst();
    if (there) return;
    await store.addDocument(trx, { id: documentId, projectId, position, createdBy: userId, at });
    if (title !== '') await store.setTitle(trx, { documentId, title, by: userId, at });
    await recordVisit(trx, { userId, documentId, at });
    await deps.recordActivity(trx, {
      type: 'document.imported',
      actorId: userId,
      projectId,
      documentId,
      data: { title },
    });
  });
}

/** Removes a document of {@link createImported} whose import failed, with its activity. */
export async function removeImported(deps: DocumentsDeps, documentId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('activities')
      .where('document_id', '=', documentId)
      .where('type', '=', 'document.imported')
      .execute();
    await store.removeDocument(trx, documentId);
  });
  deps.live.rightsChanged({ documentIds: [documentId] });
}
