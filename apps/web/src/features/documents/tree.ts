import type { Document } from '@longhand/contract';

/** A document in a list that is in the order of its tree. */
export type TreeItem = Pick<Document, 'id' | 'parentId' | 'childCount'>;

/** A visible row of a tree. `position` and `size`: among its siblings, from 1. */
export type TreeRow<Item extends TreeItem> = {
  readonly document: Item;
  readonly depth: number;
  readonly position: number;
  readonly size: number;
  /** Null if nothing is inside the document. */
  readonly isExpanded: boolean | null;
};

/** A move of a document. `beforeId` null: after the last sibling. */
export type TreeMove = {
  readonly id: string;
  readonly parentId: string | null;
  readonly beforeId: string | null;
};

/**
 * Number of listed documents inside a document, in any depth. `isAll`: no more of them can be in
 * the part of the list that is not loaded.
 */
export type BranchInside = { readonly count: number; readonly isAll: boolean };

/** Direction of a move by keys. `in`: into the previous sibling; `out`: after the parent. */
export type Way = 'up' | 'down' | 'in' | 'out';

/** Returns documents by their parent. Those without a listed parent are at the top level. */
function childrenOf<Item extends TreeItem>(documents: readonly Item[]): Map<string | null, Item[]> {
  const listed = new Set(documents.map(({ id }) => id));
  const children = new Map<string | null, Item[]>();
  for (const document of documents) {
    const { parentId } = document;
    const parent = parentId !== null && listed.has(parentId) ? parentId : null;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [document]);
    else siblings.push(document);
  }
  return children;
}

/** Returns the rows of a tree: parents before what is inside them, unless they are collapsed. */
export function rowsOf<Item extends TreeItem>(
  documents: readonly Item[],
  isCollapsed: (id: string) => boolean = () => false,
): TreeRow<Item>[] {
  const children = childrenOf(documents);
  const rows: TreeRow<Item>[] = [];
  const add = (parent: string | null, depth: number): void => {
    const siblings = children.get(parent) ?? [];
    for (const [at, document] of siblings.entries()) {
      const { id, childCount } = document;
      const isParent = children.has(id) || childCount > 0;
      const isExpanded = isParent ? !isCollapsed(id) : null;
      rows.push({ document, depth, position: at + 1, size: siblings.length, isExpanded });
      if (isExpanded === true) add(id, depth + 1);
    }
  };
  add(null, 0);
  return rows;
}

/** Returns the ids of the listed ancestors of a document, the parent first. */
export function ancestorsIn(documents: readonly TreeItem[], id: string): string[] {
  const parents = new Map(documents.map((each) => [each.id, each.parentId]));
  const found: string[] = [];
  for (
    let up = parents.get(id) ?? null;
    up !== null && parents.has(up);
    up = parents.get(up) ?? null
  )
    found.push(up);
  return found;
}

/**
 * Counts the listed documents inside each document. Returns the function that returns the number
 * for an id. `hasMore`: later documents may not be loaded.
 */
export function countsInside(
  documents: readonly TreeItem[],
  hasMore = false,
): (id: string) => BranchInside {
  const counts = new Map<string, number>();
  // A parent comes before what is inside it.
  for (const { id, parentId } of documents.toReversed())
    if (parentId !== null)
      counts.set(parentId, (counts.get(parentId) ?? 0) + 1 + (counts.get(id) ?? 0));
  const last = hasMore ? documents.at(-1) : undefined;
  // More documents can follow inside the last one and its ancestors.
  const cut = new Set(last === undefined ? [] : [last.id, ...ancestorsIn(documents, last.id)]);
  return (id) => {
    const count = counts.get(id) ?? 0;
    if (!cut.has(id)) return { count, isAll: true };
    const { childCount = 0 } = documents.find((each) => each.id === id) ?? {};
    return { count: Math.max(count, childCount), isAll: false };
  };
}

/** True if a move only changes the order among the same siblings. */
export function isOrderOnly(documents: readonly TreeItem[], move: TreeMove): boolean {
  const [parentId = null] = ancestorsIn(documents, move.id);
  return parentId === move.parentId;
}

/**
 * Returns the move of a document in a direction, or null if there is none. `hasMore`: later
 * siblings may not be loaded, so a document is not moved behind the last loaded one.
 */
export function moveBy(
  documents: readonly TreeItem[],
  id: string,
  way: Way,
  hasMore = false,
): TreeMove | null {
  const children = childrenOf(documents);
  const [parentId = null] = ancestorsIn(documents, id);
  const siblings = children.get(parentId) ?? [];
  const at = siblings.findIndex((each) => each.id === id);
  if (at < 0) return null;
  const previous = siblings[at - 1];
  if (way === 'up') return previous ? { id, parentId, beforeId: previous.id } : null;
  if (way === 'in') return previous ? { id, parentId: previous.id, beforeId: null } : null;
  const sibling = way === 'down' ? siblings[at + 1]?.id : (parentId ?? undefined);
  return sibling === undefined ? null : moveAfter(documents, id, sibling, hasMore);
}

/** Returns the move of a document behind another one, or null if it cannot be there. */
export function moveAfter(
  documents: readonly TreeItem[],
  id: string,
  otherId: string,
  hasMore = false,
): TreeMove | null {
  if (id === otherId || ancestorsIn(documents, otherId).includes(id)) return null;
  const [parentId = null] = ancestorsIn(documents, otherId);
  const siblings = (childrenOf(documents).get(parentId) ?? []).filter((each) => each.id !== id);
  const next = siblings[siblings.findIndex((each) => each.id === otherId) + 1];
  if (next === undefined && hasMore) return null;
  return { id, parentId, beforeId: next?.id ?? null };
}

/** Returns the move of a document before another one, or null if it cannot be there. */
export function moveBefore(
  documents: readonly TreeItem[],
  id: string,
  otherId: string,
): TreeMove | null {
  const [parentId = null, ...above] = ancestorsIn(documents, otherId);
  if (id === otherId || parentId === id || above.includes(id)) return null;
  return { id, parentId, beforeId: otherId };
}

/** Returns the move of a document into another one, or null if it cannot be there. */
export function moveInto(
  documents: readonly TreeItem[],
  id: string,
  otherId: string,
): TreeMove | null {
  if (id === otherId || ancestorsIn(documents, otherId).includes(id)) return null;
  return { id, parentId: otherId, beforeId: null };
}

/** Returns the list after a move: the document, with what is inside it, at its new place. */
export function applied<Item extends TreeItem>(documents: readonly Item[], move: TreeMove): Item[] {
  const children = childrenOf(documents);
  const branch: Item[] = [];
  const take = (document: Item): void => {
    branch.push(document);
    for (const each of children.get(document.id) ?? []) take(each);
  };
  const own = documents.find(({ id }) => id === move.id);
  if (own === undefined) return [...documents];
  take(own);
  const taken = new Set(branch.map(({ id }) => id));
  const rest = documents.filter(({ id }) => !taken.has(id));
  branch[0] = { ...own, parentId: move.parentId };
  const at = move.beforeId === null ? -1 : rest.findIndex(({ id }) => id === move.beforeId);
  if (at >= 0) rest.splice(at, 0, ...branch);
  else rest.push(...branch);
  return rest;
}
