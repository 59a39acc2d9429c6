/** A list with the one at `from` put at `to`; both from 0, and where one is outside, the list as it was. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const result = [...items];
  if (from < 0 || to < 0 || from >= items.length || to >= items.length) return result;
  result.splice(to, 0, ...result.splice(from, 1));
  return result;
}

/** Things in the order of `ids`; those it does not name follow in their own. */
export function inOrder<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Item): number => places.get(id) ?? ids.length;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}
