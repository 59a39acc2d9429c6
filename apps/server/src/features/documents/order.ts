import { sql } from 'kysely';
import type { Document } from '@longhand/contract';
import { requireChange } from '../../domain/access.ts';
import { publish } from '../../domain/events.ts';
import { getProjectAccess } from '../../domain/membership.ts';
import { positionAfter } from '../../domain/fractional-index.ts';
import { refuse } from '../../platform/refusal.ts';
import type { DocumentsDeps } from './deps.ts';
import { presentAll } from './presented.ts';
import * as store from './store.ts';

/**
 * Sets the order of a project's active documents. `documentIds` contains each of them once.
 * Concurrent calls are serialized. A call based on an outdated list of documents is refused
 * (`order_differs`), so that no document is lost. Refuses `not_found`, `not_allowed`, `archived`.
 */
export async function reorderDocuments(
  deps: DocumentsDeps,
  userId: string,
  { projectId, documentIds }: { projectId: string; documentIds: readonly string[] },
): Promise<{ items: Document[]; nextCursor: null }> {
  return deps.db.transaction().execute(async (trx) => {
    requireChange(await getProjectAccess(trx, userId, projectId), 'order_documents');
    await store.touchProject(trx, projectId, new Date(deps.clock.now()));
    const active = new Set(await store.lockActive(trx, projectId));
    const isWhole = documentIds.length === active.size && new Set(documentIds).size === active.size;
    if (!isWhole || !documentIds.every((documentId) => active.has(documentId)))
      refuse('order_differs');
    // Positions start again at the first one. Archived and deleted documents retain theirs, so a
    // restored document may come between these.
    const positions = positionsAfter(null, documentIds.length);
    await sql`update documents d set position = n.position
      from unnest(${documentIds}::uuid[], ${positions}::text[]) as n (id, position) where d.id = n.id`.execute(
      trx,
    );
    // No activity is recorded, but open lists are updated.
    await publish(trx, {
      name: 'activity',
      to: { projectId, documentId: null },
      data: { type: 'documents.reordered', actorId: userId, projectId, documentId: null },
    });
    return { items: await presentAll(trx, userId, documentIds), nextCursor: null };
  });
}

function positionsAfter(last: string | null, count: number): string[] {
  const positions: string[] = [];
  for (let at = 0; at < count; at += 1) positions.push(positionAfter(positions.at(-1) ?? last));
  return positions;
}
