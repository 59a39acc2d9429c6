import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Journal } from '../../domain/journal.ts';
import type { DocumentState } from '../../domain/live.ts';
import type { Worked } from '../../domain/work.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { packState } from './packed-state.ts';
import * as store from './store.ts';

/** What keeping versions stands on. */
export type KeepingDeps = { clock: Clock; ids: Ids; journal: Journal };

/** What is to be kept of a document. `createdBy` null: it comes about by itself. */
export type ToKeep = Pick<store.Kept, 'documentId' | 'name' | 'kind' | 'createdBy' | 'authors'> & { state: DocumentState };

/** Adds a version after `newest`, in a transaction that holds the document. Answers its id. */
export async function keep(
  { clock, ids }: Pick<KeepingDeps, 'clock' | 'ids'>,
  trx: Kysely<Schema>,
  { state, ...version }: ToKeep,
  newest: store.Newest | null,
): Promise<string> {
  const versionId = ids.uuid();
  const packed = await packState(state.state);
  const { wordCount, seq } = state;
  await store.addVersion(trx, { ...version, id: versionId, packed, wordCount, seq, at: new Date(clock.now()) }, newest);
  return versionId;
}

/**
 * What happens when a stretch of work ends: the document as it is becomes a version, unless the newest one says the same, and activity
 * tells of each person's sitting. Source: features, History; API, Shapes, Version.
 */
export function keepWork(deps: KeepingDeps): Worked {
  return async (trx, { documentId, sittings, ...state }) => {
    const about = await store.holdDocument(trx, documentId);
    if (about === null) return;
    const newest = await store.findNewest(trx, documentId);
    if (newest?.seq !== state.seq) {
      const authors = sittings.map(({ userId }) => userId);
      await keep(deps, trx, { documentId, name: null, kind: 'auto', createdBy: null, authors, state }, newest);
    }
    const { projectId, title, projectName } = about;
    for (const { userId, from, to, wordsAdded, wordsRemoved } of sittings) {
      await deps.journal(trx, {
        type: 'document.edited',
        actorId: userId,
        projectId,
        documentId,
        data: { title, projectName, from: from.toISOString(), to: to.toISOString(), wordsAdded, wordsRemoved },
      });
    }
  };
}
