import { sql } from 'kysely';
import type { Document } from '@longhand/contract';
import { demandChange } from '../../domain/access.ts';
import { publish } from '../../domain/events.ts';
import { getProjectAccess } from '../../domain/membership.ts';
import { positionAfter } from '../../domain/positions.ts';
import { refuse } from '../../platform/refusal.ts';
import type { DocumentsDeps } from './deps.ts';
import { presentAll } from './presented.ts';
import * as store from './store.ts';

/**
 * Puts the active documents of a project in the order of `documentIds`, which names each of them once. Two people who do it at once
 * come one after the other; who did not see a document that was added or put away meanwhile is refused (`order_differs`), so that
 * none is lost. Refuses `not_found`, `not_allowed`, `archived`.
 */
export async function reorderDocuments(
  deps: DocumentsDeps,
  userId: string,
  { projectId, documentIds }: { projectId: string; documentIds: readonly string[] },
): Promise<{ items: Document[]; nextCursor: null }> {
  return deps.db.transaction().execute(async (trx) => {
    demandChange(await getProjectAccess(trx, userId, projectId), 'order_documents');
    await store.touchProject(trx, projectId, new Date(deps.clock.now()));
    const active = new Set(await store.lockActive(trx, projectId));
    const isWhole = documentIds.length === active.size && new Set(documentIds).size === active.size;
    if (!isWhole || !documentIds.every((documentId) => active.has(documentId))) refuse('order_differs');
    // After what is put away too: what comes back from there keeps its place before them.
    const positions = positionsAfter(null, documentIds.length);
    await sql`update documents d set position = n.position
      from unnest(${documentIds}::uuid[], ${positions}::text[]) as n (id, position) where d.id = n.id`.execute(trx);
    // No sentence for the activity, but whoever has the list open sees it.
    const data = { type: 'documents.reordered', actorId: userId, projectId, documentId: null };
    await publish(trx, { name: 'activity', to: { projectId, documentId: null }, data });
    return { items: await presentAll(trx, userId, documentIds), nextCursor: null };
  });
}

function positionsAfter(last: string | null, count: number): string[] {
  const positions: string[] = [];
  for (let at = 0; at < count; at += 1) positions.push(positionAfter(positions.at(-1) ?? last));
  return positions;
}
