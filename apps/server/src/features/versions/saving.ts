import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { findAuthorsSince } from '../../domain/authorship.ts';
import type { OnApproval } from '../../domain/on-approval.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { SaveVersion, VersionToSave } from '../../domain/save-version.ts';
import { noSeq, type DocumentState, type Live } from '../../domain/live.ts';
import type { OnWorkSessionEnd } from '../../domain/work-session.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { packState } from '../../domain/packed-state.ts';
import * as store from './store.ts';
import { lockAndReadDocument } from '../../domain/document-tx.ts';

/** Dependencies of storing versions. */
export type SavingDeps = { clock: Clock; ids: Ids; recordActivity: RecordActivity };

/** A state to store as a version. `createdBy`: null for automatic versions. */
export type NewVersion = Pick<
  store.SavedVersion,
  'documentId' | 'name' | 'kind' | 'createdBy' | 'authors'
> & {
  state: DocumentState;
};

/** Adds a version after `newest`, in a transaction that has locked the document. Returns its id. */
export async function saveNewVersion(
  { clock, ids }: Pick<SavingDeps, 'clock' | 'ids'>,
  trx: Kysely<Schema>,
  { state, ...version }: NewVersion,
  newest: store.Newest | null,
): Promise<string> {
  const versionId = ids.uuid();
  const packed = await packState(state.state);
  const { wordCount, seq } = state;
  await store.addVersion(
    trx,
    { ...version, id: versionId, packed, wordCount, seq, at: new Date(clock.now()) },
    newest,
  );
  return versionId;
}

/**
 * Returns the handler of ended work sessions. It stores the document as a version, unless the
 * newest one is equal, and records an activity for each contribution.
 */
export function createWorkSessionRecorder(deps: SavingDeps): OnWorkSessionEnd {
  return async (trx, { documentId, contributions, ...state }) => {
    const info = await lockAndReadDocument(trx, documentId);
    if (info === null) return;
    const newest = await store.findNewest(trx, documentId);
    if (newest?.seq !== state.seq) {
      const authors = contributions.map(({ userId }) => userId);
      await saveNewVersion(
        deps,
        trx,
        { documentId, name: null, kind: 'auto', createdBy: null, authors, state },
        newest,
      );
    }
    const { projectId, title, projectName } = info;
    for (const { userId, from, to, wordsAdded, wordsRemoved } of contributions) {
      await deps.recordActivity(trx, {
        type: 'document.edited',
        actorId: userId,
        projectId,
        documentId,
        data: {
          title,
          projectName,
          from: from.toISOString(),
          to: to.toISOString(),
          wordsAdded,
          wordsRemoved,
        },
      });
    }
  };
}

/** Creates {@link SaveVersion}. */
export function createSaveVersion(deps: Pick<SavingDeps, 'clock' | 'ids'>): SaveVersion {
  return async (trx, version) => {
    const newest = await store.findNewest(trx, version.documentId);
    const known = newest && (await markNewest(trx, newest, version));
    if (known !== null) return known;
    const authors = await findAuthorsSince(trx, version.documentId, newest);
    return saveNewVersion(deps, trx, { ...version, authors }, newest);
  };
}

/**
 * Names or marks the newest version if it has the state of `version`, so that the state of an
 * unchanged document is stored once. Returns its id, or null if a version has to be added: the
 * newest one has another state, or an approval would hide that it was named or restored.
 */
async function markNewest(
  trx: Kysely<Schema>,
  newest: store.Newest,
  { kind, name, createdBy, state }: VersionToSave,
): Promise<string | null> {
  if (newest.seq !== state.seq || state.seq === noSeq) return null;
  if (kind === 'approval' && newest.kind !== 'approval') {
    if (newest.kind !== 'auto') return null;
    await store.markApproved(trx, newest.id, createdBy);
  }
  if (name !== null && newest.name === null)
    await store.nameVersion(trx, newest.id, { name, userId: createdBy });
  return newest.id;
}

/** Returns the handler of approvals: the approved state is a version of its own kind. */
export function createApprovalRecorder({
  db,
  live,
  ...deps
}: SavingDeps & { db: Kysely<Schema>; live: Live }): OnApproval {
  return async ({ documentId, userId }) => {
    const state = await live.readState(documentId);
    await db.transaction().execute(async (trx) => {
      if ((await lockAndReadDocument(trx, documentId)) === null) return;
      await createSaveVersion(deps)(trx, {
        documentId,
        name: null,
        kind: 'approval',
        createdBy: userId,
        state,
      });
    });
  };
}
