/**
 * Returns the list with the item at `from` moved to `to` (zero-based); unchanged if one is out of
 * range.
 */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const result = [...items];
  if (from < 0 || to < 0 || from >= items.length || to >= items.length) return result;
  result.splice(to, 0, ...result.splice(from, 1));
  return result;
}

/** Sorts items in the order of `ids`; items without an entry follow in their own order. */
export function inOrder<Item extends { id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const positionOf = ({ id }: Item): number => positions.get(id) ?? ids.length;
  return items.toSorted((one, other) => positionOf(one) - positionOf(other));
}
