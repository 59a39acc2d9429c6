import type { Kysely } from 'kysely';
import type { DocumentFormat, Version } from '@longhand/contract';
import type { NodeJson } from '@longhand/document';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireChange, requireUnlocked, type Action } from '../../domain/access.ts';
import { findAuthorsSince } from '../../domain/authorship.ts';
import { noSeq, type DocumentState, type Live } from '../../domain/live.ts';
import { lockAndReadDocument, withDocument, type DocumentInfo } from '../../domain/document-tx.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import { saveNewVersion, type SavingDeps } from './saving.ts';
import { unpackState } from '../../domain/packed-state.ts';
import * as store from './store.ts';

/** Dependencies of versions. */
export type VersionsDeps = SavingDeps & { db: Kysely<Schema>; live: Live };

/** The acting user and session. `viaToken`: by an access token. */
export type Actor = { userId: string; sessionId: string; viaToken?: boolean };

type OneVersion = { documentId: string; versionId: string };

/** Returns a document's versions, newest first. Requires read access. Refuses `not_found`. */
export async function listVersions(
  { db }: VersionsDeps,
  userId: string,
  { documentId, ...asked }: PageAsked & { documentId: string },
): Promise<Page<Version>> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  return store.listVersions(db, documentId, asked);
}

async function getVersion(
  db: Kysely<Schema>,
  documentId: string,
  versionId: string,
): Promise<Version> {
  return (await store.findVersion(db, documentId, versionId)) ?? refuse('not_found');
}

async function getState(
  db: Kysely<Schema>,
  documentId: string,
  versionId: string,
): Promise<Uint8Array> {
  return unpackState((await store.findState(db, documentId, versionId)) ?? refuse('not_found'));
}

/** Creates the function that reads a version. The caller must check the right to read it. */
export function createReadVersion({ db, live }: Pick<VersionsDeps, 'db' | 'live'>) {
  return async (
    documentId: string,
    versionId: string,
  ): Promise<{ number: number; content: NodeJson }> => {
    const { number } = await getVersion(db, documentId, versionId);
    return {
      number,
      content: (await live.contentOf(
        await getState(db, documentId, versionId),
        'json',
      )) as NodeJson,
    };
  };
}

/**
 * Returns one version with its content. With `compare`, also the differences from that version of
 * the same document. Refuses `not_found`.
 */
export async function readVersion(
  { db, live }: VersionsDeps,
  userId: string,
  {
    documentId,
    versionId,
    format,
    compare,
  }: OneVersion & { format: DocumentFormat; compare: string | undefined },
): Promise<Version> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  const version = await getVersion(db, documentId, versionId);
  const state = await getState(db, documentId, versionId);
  const content = await live.contentOf(state, format);
  if (compare === undefined) return { ...version, content };
  const differences = await live.differences(await getState(db, documentId, compare), state);
  return { ...version, content, differences: [...differences] };
}

/** Runs a change to a document's versions, serialized by a lock, after checking the user's role. */
function withLockedDocument<Result>(
  { db }: VersionsDeps,
  { userId, documentId, verb }: { userId: string; documentId: string; verb: Action },
  change: (trx: Kysely<Schema>, info: DocumentInfo, newest: store.Newest | null) => Promise<Result>,
): Promise<Result> {
  return withDocument(db, { userId, documentId }, async ({ trx, access, info }) => {
    requireChange(access, verb);
    return change(trx, info, await store.findNewest(trx, documentId));
  });
}

/**
 * Stores everything acknowledged so far as a version. A state equal to the newest version is stored
 * once: without a name returns that version, with a name names it. Refuses `not_found`,
 * `not_allowed`, `archived`; `unchanged` if that version has another name.
 */
export async function createVersion(
  deps: VersionsDeps,
  userId: string,
  { documentId, name }: { documentId: string; name: string | undefined },
): Promise<Version> {
  requireChange(await getDocumentAccess(deps.db, userId, documentId), 'keep_version');
  const state = await deps.live.readState(documentId);
  return withLockedDocument(
    deps,
    { userId, documentId, verb: 'keep_version' },
    async (trx, info, newest) => {
      const same = newest?.seq === state.seq && state.seq !== noSeq ? newest : null;
      if (same !== null && (name === undefined || name === same.name))
        return getVersion(trx, documentId, same.id);
      if (same !== null && same.name !== null) refuse('unchanged');
      let versionId = same?.id;
      if (versionId === undefined) {
        const authors = await findAuthorsSince(trx, documentId, newest);
        const version = {
          documentId,
          name: name ?? null,
          kind: 'named' as const,
          createdBy: userId,
          authors,
          state,
        };
        versionId = await saveNewVersion(deps, trx, version, newest);
      } else await store.nameVersion(trx, versionId, { name: name ?? null, userId });
      await noteNamed(deps, trx, { userId, documentId, info, versionId, name: name ?? null });
      return getVersion(trx, documentId, versionId);
    },
  );
}

/**
 * Renames a version; null removes its name. An activity is recorded only if the name changed to
 * another one.
 *
 * @throws `not_found`, `not_allowed`, `archived`
 */
export function renameVersion(
  deps: VersionsDeps,
  userId: string,
  { documentId, versionId, name }: OneVersion & { name: string | null },
): Promise<Version> {
  return withLockedDocument(
    deps,
    { userId, documentId, verb: 'keep_version' },
    async (trx, info) => {
      const before = await getVersion(trx, documentId, versionId);
      if (before.name === name) return before;
      await store.nameVersion(trx, versionId, { name, userId });
      if (name !== null) await noteNamed(deps, trx, { userId, documentId, info, versionId, name });
      return getVersion(trx, documentId, versionId);
    },
  );
}

type Named = {
  userId: string;
  documentId: string;
  info: DocumentInfo;
  versionId: string;
  name: string | null;
};

/** Records the activity `version.named`. */
function noteNamed(
  deps: VersionsDeps,
  trx: Kysely<Schema>,
  { userId, documentId, info, versionId, name }: Named,
): Promise<void> {
  const { projectId, title, projectName } = info;
  const data = { title, projectName, versionId, name };
  return deps.recordActivity(trx, {
    type: 'version.named',
    actorId: userId,
    projectId,
    documentId,
    data,
  });
}

/**
 * Stores a state before or after a restore as a version, unless the newest one is equal. Does not
 * check rights, so that no text is lost.
 */
async function saveIfNew(
  deps: VersionsDeps,
  documentId: string,
  state: DocumentState,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if ((await lockAndReadDocument(trx, documentId)) === null) return;
    const newest = await store.findNewest(trx, documentId);
    if (newest?.seq === state.seq && state.seq !== noSeq) return;
    const authors = await findAuthorsSince(trx, documentId, newest);
    await saveNewVersion(
      deps,
      trx,
      { documentId, name: null, kind: 'auto', createdBy: null, authors, state },
      newest,
    );
  });
}

/**
 * Stores the state after a restore as a version. Of two equal concurrent restores, the second
 * returns the version of the first.
 */
function saveAfter(
  deps: VersionsDeps,
  {
    userId,
    documentId,
    restored,
    state,
  }: { userId: string; documentId: string; restored: Version; state: DocumentState },
): Promise<Version> {
  return withLockedDocument(
    deps,
    { userId, documentId, verb: 'restore_version' },
    async (trx, info, newest) => {
      // Not only the newest version: text typed before the first restore was visible may have its
      // own version by now.
      const made =
        state.seq === noSeq ? null : await store.findRestored(trx, documentId, state.seq);
      if (made !== null) return getVersion(trx, documentId, made);
      const version = {
        documentId,
        name: null,
        kind: 'restore' as const,
        createdBy: userId,
        authors: [userId],
        state,
      };
      const versionId = await saveNewVersion(deps, trx, version, newest);
      const { projectId, title, projectName } = info;
      const data = { title, projectName, versionId, number: restored.number, name: restored.name };
      await deps.recordActivity(trx, {
        type: 'version.restored',
        actorId: userId,
        projectId,
        documentId,
        data,
      });
      return getVersion(trx, documentId, versionId);
    },
  );
}

/**
 * Restores a version by an ordinary edit of the live document, so that typing continues. Stores up
 * to three versions: the state before, then text typed by clients before they received the restore,
 * then the state after. Refuses `not_found`, `not_allowed`, `archived`, `locked`, `too_large`.
 */
export async function restoreVersion(
  deps: VersionsDeps,
  { userId, sessionId, viaToken = false }: Actor,
  { documentId, versionId }: OneVersion,
): Promise<Version> {
  const { db, live } = deps;
  const access = await getDocumentAccess(db, userId, documentId);
  requireChange(access, 'restore_version');
  requireUnlocked(access);
  const restored = await getVersion(db, documentId, versionId);
  const state = await getState(db, documentId, versionId);
  const content = (await live.contentOf(state, 'json')) as NodeJson;
  await saveIfNew(deps, documentId, await live.readState(documentId));
  const changed = await live.edit(documentId, {
    by: { userId, sessionId },
    how: viaToken ? 'api' : 'restore',
    content,
    restores: state,
    readWithout: true,
  });
  if (changed?.without) {
    // The authors of text that was typed meanwhile are read from the database.
    await live.settle(documentId);
    await saveIfNew(deps, documentId, changed.without);
  }
  return saveAfter(deps, { userId, documentId, restored, state: await live.readState(documentId) });
}
