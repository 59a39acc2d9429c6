import type { Kysely } from 'kysely';
import { wrongField, type FieldCode, type Document, type DocumentBatch } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { beginDocumentTx } from '../../domain/document-tx.ts';
import { outerFirst, withForests } from '../../domain/document-tree.ts';
import { refuse } from '../../platform/refusal.ts';

import type { DocumentsDeps } from './deps.ts';
import { putDocument } from './lifecycle.ts';
import { retag } from './marks.ts';
import { moveDocument } from './move.ts';
import { presentAll } from './presented.ts';

/** Applies an action to a document, and returns the ids of the changed documents. */
type Step = (trx: Kysely<Schema>, documentId: string) => Promise<string[]>;

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
      if (projectId === undefined) return missing('projectId', 'project_required');
      return (trx, documentId) =>
        moveDocument(deps, trx, { userId, documentId, target: { projectId }, at });
    case 'tag':
    case 'untag': {
      if (tags === undefined) return missing('tags', 'tags_required');
      const change = action === 'tag' ? { add: tags, remove: [] } : { add: [], remove: tags };
      return async (trx, documentId) => {
        await retag(deps, trx, { userId, documentId }, () => change);
        return [documentId];
      };
    }
  }
}

function missing(path: string, code: FieldCode): never {
  refuse('invalid', { errors: [wrongField(path, code)] });
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
  const documentIds = [...new Set(batch.documentIds)];
  const { projectId } = batch;
  const more = projectId === undefined ? [] : [{ projectId, ownerId: userId }];
  const changed = new Set(documentIds);
  const items = await withForests(deps.db, { documentIds, more }, async (trx) => {
    // A common lock order, so that two batches over the same documents wait for each other instead
    // of both failing.
    for (const documentId of documentIds.toSorted())
      await beginDocumentTx(trx, { userId, documentId });
    // Documents inside another document of the batch go along with it.
    for (const documentId of await outerFirst(trx, documentIds))
      for (const each of await step(trx, documentId)) changed.add(each);
    return presentAll(trx, userId, documentIds);
  });
  deps.live.rightsChanged({ documentIds: [...changed] });
  return { items, nextCursor: null };
}
