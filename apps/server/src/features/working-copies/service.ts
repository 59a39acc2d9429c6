import type { NodeJson } from '@longhand/document';
import type { Kysely } from 'kysely';
import { limits, type Document, type WorkingCopy, type WorkingCopyMerge } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireChange, requireUnlocked } from '../../domain/access.ts';
import type { CopyFiles } from '../../domain/copied-files.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { SaveVersion } from '../../domain/save-version.ts';
import type { Copied, Live } from '../../domain/live.ts';
import { lockDocument } from '../../domain/document-tx.ts';
import { findDocumentAccess, getDocumentAccess } from '../../domain/membership.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { textsOfCaller, type I18n } from '../../platform/translations.ts';
import * as store from './store.ts';

/** The acting user and session. */
export type Actor = { userId: string; sessionId: string };

/** Dependencies of working copies, composed of functions of documents and versions. */
export type WorkingCopiesDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  live: Live;
  recordActivity: RecordActivity;
  saveVersion: SaveVersion;
  copyFiles: CopyFiles;
  readVersion: (documentId: string, versionId: string) => Promise<{ content: NodeJson }>;
  present: (userId: string, documentId: string) => Promise<Document>;
  /** Creates a document next to another one with the content of one of its versions. */
  duplicate: (
    actor: Actor,
    given: { documentId: string; versionId: string; title: string },
  ) => Promise<Document>;
};

/** Stores the current content of a document as a version. Returns its id. */
async function saveNow(
  deps: WorkingCopiesDeps,
  userId: string,
  documentId: string,
  name: string,
): Promise<string> {
  const state = await deps.live.readState(documentId);
  return deps.db.transaction().execute(async (trx) => {
    await lockDocument(trx, documentId);
    return deps.saveVersion(trx, { documentId, name, kind: 'named', createdBy: userId, state });
  });
}

/** Marks the title of a working copy as such, within the maximum length of a title. */
function copyTitle(i18n: I18n, original: string): string {
  const marked = (title: string): string => i18n._('{title} (working copy)', { title }).trim();
  const room = limits.titleMax - marked('').length - 1;
  return marked([...original].slice(0, room).join(''));
}

/**
 * Creates a working copy. Requires the editor role. Refuses `not_found`, `not_allowed`, `archived`,
 * `not_published`.
 */
export async function makeCopy(
  deps: WorkingCopiesDeps,
  actor: Actor,
  documentId: string,
): Promise<Document> {
  const { userId } = actor;
  requireChange(await getDocumentAccess(deps.db, userId, documentId), 'merge_edit');
  const original = await deps.present(userId, documentId);
  if (original.status !== 'published') refuse('not_published');
  const own = await store.findOwn(deps.db, documentId, userId);
  if (own !== null && (await findDocumentAccess(deps.db, userId, own)) !== null)
    return deps.present(userId, own);
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  const i18n = await textsOfCaller();
  const name = i18n._('Original of a working copy, {day}', { day });
  const baseId = await saveNow(deps, userId, documentId, name);
  const made = await deps.duplicate(actor, {
    documentId,
    versionId: baseId,
    title: copyTitle(i18n, original.title),
  });
  const beginningId = await saveNow(deps, userId, made.id, i18n._('Published text'));
  await store.setCopy(deps.db, made.id, { originalId: documentId, baseId, beginningId });
  return deps.present(userId, made.id);
}

/**
 * Reads a working copy and its original, both now and at the time of copying. Refuses
 * `no_working_copy`.
 */
async function readBoth(deps: WorkingCopiesDeps, userId: string, documentId: string) {
  const copy = (await store.findCopy(deps.db, documentId)) ?? refuse('no_working_copy');
  const access =
    (await findDocumentAccess(deps.db, userId, copy.originalId)) ?? refuse('no_working_copy');
  const [base, beginning] = await Promise.all([
    deps.readVersion(copy.originalId, copy.baseId),
    deps.readVersion(documentId, copy.beginningId),
  ]);
  const [ours, theirs] = (await Promise.all([
    deps.live.readContent(documentId, 'json'),
    deps.live.readContent(copy.originalId, 'json'),
  ])) as [NodeJson, NodeJson];
  const copied: Copied = { base: base.content, beginning: beginning.content, ours, theirs };
  return { copy, access, copied };
}

/**
 * Compares a working copy with its original. Requires read access to both. Refuses `not_found`,
 * `no_working_copy`.
 */
export async function compareCopy(
  deps: WorkingCopiesDeps,
  userId: string,
  documentId: string,
): Promise<WorkingCopy> {
  requireRole(await getDocumentAccess(deps.db, userId, documentId), 'read');
  const { copy, copied } = await readBoth(deps, userId, documentId);
  const { title } = await deps.present(userId, copy.originalId);
  const { ours, theirs, conflicts } = await deps.live.compareCopy(copied);
  return {
    originalId: copy.originalId,
    originalTitle: title,
    ours: [...ours],
    theirs: [...theirs],
    conflicts: [...conflicts],
  };
}

/**
 * Merges a working copy into its original, as one edit (editors of the original) or as suggestions
 * (also its reviewers).
 *
 * The states of the original before and after become versions, so that the edit can be undone. The
 * copy is archived. Refuses `not_found`, `not_allowed`, `archived`, `locked`, `no_working_copy`,
 * `merge_conflict` for a passage that both changed and `choices` does not contain.
 */
export async function mergeCopy(
  deps: WorkingCopiesDeps,
  actor: Actor,
  { documentId, as, choices = {} }: WorkingCopyMerge & { documentId: string },
): Promise<Document> {
  const { db, clock, live } = deps;
  const { userId, sessionId } = actor;
  requireChange(await getDocumentAccess(db, userId, documentId), 'merge_edit');
  const { copy, access, copied } = await readBoth(deps, userId, documentId);
  const { originalId } = copy;
  requireChange(access, as === 'edit' ? 'merge_edit' : 'merge_suggestions');
  requireUnlocked(access);
  const suggesting = as === 'edit' ? {} : { suggesting: { author: userId, at: clock.now() } };
  const wanted = (await live.mergeCopy(copied, { choices })) ?? refuse('merge_conflict');
  const i18n = await textsOfCaller();
  await saveNow(deps, userId, originalId, i18n._('Before a working copy was merged'));
  const content = await deps.copyFiles({ userId, documentId: originalId, content: wanted });
  await live.edit(originalId, { by: { userId, sessionId }, how: 'copy', content, ...suggesting });
  const state = await live.readState(originalId);
  await db.transaction().execute(async (trx) => {
    await lockDocument(trx, originalId);
    await deps.saveVersion(trx, {
      documentId: originalId,
      name: i18n._('Working copy merged'),
      kind: 'named',
      createdBy: userId,
      state,
    });
    await store.putAway(trx, documentId, new Date(clock.now()));
    const { title } = await deps.present(userId, originalId);
    const entry = {
      actorId: userId,
      projectId: access.projectId,
      documentId: originalId,
      data: { title, as },
    } as const;
    await deps.recordActivity(trx, { ...entry, type: 'document.merged' });
  });
  live.rightsChanged({ documentIds: [documentId] });
  return deps.present(userId, originalId);
}
