import type { Kysely } from 'kysely';
import type { Document, DocumentBatch } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { beginDocumentTx } from '../../domain/document-tx.ts';
import { refuse } from '../../platform/refusal.ts';
import { moveDocument } from './change.ts';
import type { DocumentsDeps } from './deps.ts';
import { putDocument } from './lifecycle.ts';
import { retag } from './marks.ts';
import { presentAll } from './presented.ts';

type Step = (trx: Kysely<Schema>, documentId: string) => Promise<void>;

/**
 * Returns the function to apply to each document. Refuses `invalid` if the action lacks a
 * parameter.
 */
function stepOf(
  deps: DocumentsDeps,
  userId: string,
  { action, projectId, tags }: DocumentBatch,
): Step {
  const at = new Date(deps.clock.now());
  switch (action) {
    case 'archive':
    case 'restore':
    case 'delete':
      return (trx, documentId) =>
        putDocument(deps, trx, { userId, documentId, transition: action, at });
    case 'move':
      if (projectId === undefined)
        return missing('projectId', 'A project is required; null for personal drafts');
      return (trx, documentId) => moveDocument(deps, trx, { userId, documentId, projectId, at });
    case 'tag':
    case 'untag': {
      if (tags === undefined) return missing('tags', 'Tags are required');
      const change = action === 'tag' ? { add: tags, remove: [] } : { add: [], remove: tags };
      return async (trx, documentId) =>
        void (await retag(deps, trx, { userId, documentId }, () => change));
    }
  }
}

function missing(path: string, message: string): never {
  refuse('invalid', { errors: [{ path, message }] });
}

/**
 * Applies one action to several documents, atomically. Refuses as the single calls do. Returns the
 * documents that the caller still sees, in the given order.
 */
export async function changeSeveral(
  deps: DocumentsDeps,
  userId: string,
  batch: DocumentBatch,
): Promise<{ items: Document[]; nextCursor: null }> {
  const step = stepOf(deps, userId, batch);
  // A common lock order, so that two batches over the same documents wait for each other instead of
  // both failing.
  const documentIds = [...new Set(batch.documentIds)];
  const items = await deps.db.transaction().execute(async (trx) => {
    for (const documentId of documentIds.toSorted()) {
      await beginDocumentTx(trx, { userId, documentId });
      await step(trx, documentId);
    }
    return presentAll(trx, userId, documentIds);
  });
  deps.live.rightsChanged({ documentIds });
  return { items, nextCursor: null };
}
