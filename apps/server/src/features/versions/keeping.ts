import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { findAuthorsSince } from '../../domain/authorship.ts';
import type { Approved } from '../../domain/approved.ts';
import type { Journal } from '../../domain/journal.ts';
import type { KeepVersion } from '../../domain/kept-versions.ts';
import type { DocumentState, Live } from '../../domain/live.ts';
import type { OnWorkSessionEnd } from '../../domain/work-session.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { packState } from '../../domain/packed-state.ts';
import * as store from './store.ts';
import { holdDocument } from '../../domain/held-document.ts';

/** Dependencies of storing versions. */
export type KeepingDeps = { clock: Clock; ids: Ids; journal: Journal };

/** A state to store as a version. `createdBy`: null for automatic versions. */
export type ToKeep = Pick<store.Kept, 'documentId' | 'name' | 'kind' | 'createdBy' | 'authors'> & {
  state: DocumentState;
};

/** Adds a version after `newest`, in a transaction that has locked the document. Returns its id. */
export async function keep(
  { clock, ids }: Pick<KeepingDeps, 'clock' | 'ids'>,
  trx: Kysely<Schema>,
  { state, ...version }: ToKeep,
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
 * newest one is equal, and writes an activity for each sitting. Source: features, History; API,
 * Shapes, Version.
 */
export function keepWork(deps: KeepingDeps): OnWorkSessionEnd {
  return async (trx, { documentId, contributions, ...state }) => {
    const about = await holdDocument(trx, documentId);
    if (about === null) return;
    const newest = await store.findNewest(trx, documentId);
    if (newest?.seq !== state.seq) {
      const authors = contributions.map(({ userId }) => userId);
      await keep(
        deps,
        trx,
        { documentId, name: null, kind: 'auto', createdBy: null, authors, state },
        newest,
      );
    }
    const { projectId, title, projectName } = about;
    for (const { userId, from, to, wordsAdded, wordsRemoved } of contributions) {
      await deps.journal(trx, {
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

/** Creates {@link KeepVersion}. */
export function keepVersion(deps: Pick<KeepingDeps, 'clock' | 'ids'>): KeepVersion {
  return async (trx, version) => {
    const newest = await store.findNewest(trx, version.documentId);
    const authors = await findAuthorsSince(trx, version.documentId, newest);
    return keep(deps, trx, { ...version, authors }, newest);
  };
}

/**
 * Returns the handler of approvals. It stores a version, even if the newest one is equal. Source:
 * API, Shapes, Version.
 */
export function keepApproved({
  db,
  live,
  ...deps
}: KeepingDeps & { db: Kysely<Schema>; live: Live }): Approved {
  return async ({ documentId, userId }) => {
    const state = await live.readState(documentId);
    await db.transaction().execute(async (trx) => {
      if ((await holdDocument(trx, documentId)) === null) return;
      const newest = await store.findNewest(trx, documentId);
      const authors = await findAuthorsSince(trx, documentId, newest);
      await keep(
        deps,
        trx,
        { documentId, name: null, kind: 'approval', createdBy: userId, authors, state },
        newest,
      );
    });
  };
}
