import { sql } from 'kysely';
import type { Document } from '@longhand/contract';
import { requireChange } from '../../domain/access.ts';
import { positionsIn, withForests } from '../../domain/document-tree.ts';
import { getProjectAccess } from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import type { DocumentsDeps } from './deps.ts';
import { presentAll } from './presented.ts';
import * as store from './store.ts';

/**
 * Sets the order of a project's active documents. `documentIds` contains each of them once; it
 * orders those with the same parent. Concurrent calls are serialized. A call based on an outdated
 * list of documents is refused (`order_differs`), so that no document is lost. Refuses `not_found`,
 * `not_allowed`, `archived`.
 */
export async function reorderDocuments(
  deps: DocumentsDeps,
  userId: string,
  { projectId, documentIds }: { projectId: string; documentIds: readonly string[] },
): Promise<{ items: Document[]; nextCursor: null }> {
  const more = [{ projectId, ownerId: userId }];
  return withForests(deps.db, { documentIds: [], more }, async (trx) => {
    requireChange(await getProjectAccess(trx, userId, projectId), 'order_documents');
    await store.touchProject(trx, projectId, new Date(deps.clock.now()));
    const stored = await store.lockOrdered(trx, projectId);
    const active = new Set(stored.flatMap(({ id, isActive }) => (isActive ? [id] : [])));
    const isWhole = documentIds.length === active.size && new Set(documentIds).size === active.size;
    if (!isWhole || !documentIds.every((documentId) => active.has(documentId)))
      refuse('order_differs');
    const positions = positionsOf(stored, documentIds);
    await sql`update documents d set position = n.position
      from unnest(${[...positions.keys()]}::uuid[], ${[...positions.values()]}::text[]) as n (id, position)
      where d.id = n.id and d.position <> n.position`.execute(trx);
    await store.publishOrder(trx, { userId, projectId });
    return { items: await presentAll(trx, userId, documentIds), nextCursor: null };
  });
}

/**
 * Returns the positions of all documents of a project, parents before what is inside them. Archived
 * and deleted documents follow their siblings.
 */
function positionsOf(
  stored: readonly store.Ordered[],
  documentIds: readonly string[],
): Map<string, string> {
  const rank = new Map(documentIds.map((id, at) => [id, at]));
  const inside = new Map<string | null, store.Ordered[]>();
  for (const document of stored) {
    const siblings = inside.get(document.parentId);
    if (siblings === undefined) inside.set(document.parentId, [document]);
    else siblings.push(document);
  }
  const rankOf = ({ id }: store.Ordered): number => rank.get(id) ?? documentIds.length;
  const positions = new Map<string, string>();
  const todo: [string | null, string][] = [[null, '']];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [parentId, prefix] = next;
    const siblings = (inside.get(parentId) ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
    const given = positionsIn(prefix, siblings.length);
    for (const [at, { id }] of siblings.entries()) {
      const position = given[at] ?? prefix;
      positions.set(id, position);
      todo.push([id, position]);
    }
  }
  return positions;
}
