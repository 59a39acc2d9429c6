import type { Kysely } from 'kysely';
import type { NodeJson } from '@longhand/document';
import {
  limits,
  type ActivityEvent,
  type Document,
  type DocumentCopy,
  type NewDocument,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { rightsOnDocument } from '../../domain/access.ts';
import { setParent, setPosition, withForests } from '../../domain/document-tree.ts';
import { findDocumentAccess, getDocumentAccess } from '../../domain/membership.ts';
import { recordVisit } from '../../domain/visits.ts';
import { textsOfCaller, type I18n } from '../../platform/translations.ts';
import type { Actor, DocumentsDeps } from './deps.ts';
import { requireDestination } from './move.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';
import { fillPlaceholders } from './placeholders.ts';
import { getTemplate } from './templates.ts';

/** Initial values of a new document. */
type Beginning = {
  projectId: string | null;
  parentId?: string | null | undefined;
  title: string;
  content: NodeJson | null;
  /** Title of the document of which it is a copy. */
  from?: string;
};

type Where = { projectId: string | null; parentId?: string | null | undefined };

/** Returns the destination: a parent determines the project. */
const destinationOf = ({ projectId, parentId }: Where) => (parentId ? { parentId } : { projectId });

/** Runs the creation of a document in a transaction that locks its forest. */
function inForest<Result>(
  { db }: DocumentsDeps,
  userId: string,
  { projectId, parentId }: Where,
  create: (trx: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  return withForests(
    db,
    parentId
      ? { documentIds: [parentId] }
      : { documentIds: [], more: [{ projectId, ownerId: userId }] },
    create,
  );
}

/**
 * Adds an empty document as the last one of its parent, project or drafts. Returns its project.
 * Refuses `not_found`, `not_allowed`, `archived`, `too_deep`.
 */
async function add(
  trx: Kysely<Schema>,
  given: Where & { documentId: string; userId: string; at: Date },
): Promise<string | null> {
  const { documentId, userId, parentId, at } = given;
  const forest = await requireDestination(trx, userId, destinationOf(given));
  if (forest.projectId !== null) await store.touchProject(trx, forest.projectId, at);
  await store.addDocument(trx, { id: documentId, forest, createdBy: userId, at });
  if (parentId) await setParent(trx, { documentId, parentId });
  await setPosition(trx, { documentId });
  return forest.projectId;
}

async function removeNew({ db }: DocumentsDeps, documentId: string): Promise<void> {
  await withForests(db, { documentIds: [documentId] }, (trx) =>
    store.removeDocuments(trx, [documentId]),
  );
}

/**
 * Creates a document, then its content by an ordinary edit of its author. If the content cannot be
 * stored, the document is removed. So a retry of the caller leaves no second, empty document.
 */
async function make(deps: DocumentsDeps, actor: Actor, beginning: Beginning): Promise<Document> {
  const { title, content, from } = beginning;
  const { userId } = actor;
  const documentId = deps.ids.uuid();
  const at = new Date(deps.clock.now());
  await inForest(deps, userId, beginning, async (trx) => {
    const projectId = await add(trx, { ...beginning, documentId, userId, at });
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
    await removeNew(deps, documentId);
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
  const { projectId = null, parentId = null, title, templateId, placeholders = {} } = given;
  await requireDestination(deps.db, actor.userId, { projectId: given.projectId, parentId });
  if (templateId === undefined)
    return make(deps, actor, { projectId, parentId, title: title ?? '', content: null });
  const template = await getTemplate(deps, actor.userId, templateId);
  const filled = fillPlaceholders(
    { title: template.title, content: template.content },
    placeholders,
  );
  const { content } = filled;
  return make(deps, actor, { projectId, parentId, title: title ?? filled.title, content });
}

/**
 * Copies the current content of a document or of one of its versions into a new document beside it,
 * or at the top level of another project. History, comments, collaborators and the documents inside
 * it are not copied. Refuses `not_found`, `not_allowed`, `archived`.
 */
export async function duplicateDocument(
  deps: DocumentsDeps,
  actor: Actor,
  { documentId, copy }: { documentId: string; copy: DocumentCopy },
): Promise<Document> {
  const access = await getDocumentAccess(deps.db, actor.userId, documentId);
  const original = await getPresented(deps.db, actor.userId, documentId);
  const projectId = copy.projectId === undefined ? access.projectId : copy.projectId;
  // A copy beside a nested document has its parent, so the same users may read it.
  const isBeside = copy.projectId === undefined && (await mayAddTo(deps, actor, original.parentId));
  const where = isBeside ? { projectId, parentId: original.parentId } : { projectId };
  await requireDestination(deps.db, actor.userId, where);
  const version =
    copy.versionId === undefined ? null : await deps.readVersion(documentId, copy.versionId);
  const content =
    version?.content ?? ((await deps.live.readContent(documentId, 'json')) as NodeJson);
  const title =
    copy.title ?? copyTitle(await textsOfCaller(), original.title, version?.number ?? null);
  return make(deps, actor, { ...where, title, content, from: original.title });
}

async function mayAddTo(
  { db }: DocumentsDeps,
  { userId }: Actor,
  parentId: string | null,
): Promise<boolean> {
  const parent = parentId === null ? null : await findDocumentAccess(db, userId, parentId);
  return parent !== null && rightsOnDocument({ ...parent, archivedWithProject: false }).change;
}

/** Marks the title of a copy as such, within the maximum length of a title. */
function copyTitle(i18n: I18n, original: string, version: number | null): string {
  const marked = (title: string): string =>
    version === null
      ? i18n._('{title} (copy)', { title })
      : i18n._('{title} (version {number})', { title, number: version });
  const room = limits.titleMax - marked('').length;
  return original === '' ? '' : marked([...original].slice(0, room).join(''));
}

/**
 * Creates an empty document with a given id. Idempotent. Refuses `not_found`, `not_allowed`,
 * `archived` if the user may not create documents there (any more).
 */
export async function createImported(
  deps: DocumentsDeps,
  userId: string,
  given: Where & { documentId: string; title: string },
): Promise<void> {
  const { documentId, title } = given;
  const at = new Date(deps.clock.now());
  await inForest(deps, userId, given, async (trx) => {
    await requireDestination(trx, userId, destinationOf(given));
    const there = await trx
      .selectFrom('documents')
      .select('id')
      .where('id', '=', documentId)
      .executeTakeFirst();
    if (there) return;
    const projectId = await add(trx, { ...given, userId, at });
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
  await withForests(deps.db, { documentIds: [documentId] }, async (trx) => {
    await trx
      .deleteFrom('activities')
      .where('document_id', '=', documentId)
      .where('type', '=', 'document.imported')
      .execute();
    await store.removeDocuments(trx, [documentId]);
  });
  deps.live.rightsChanged({ documentIds: [documentId] });
}
