/**
 * Returns the ids from one to another, both included, in the order of the list; only `to` if `from`
 * is not in it.
 */
export function rangeOf(
  ids: readonly string[],
  from: string | null,
  to: string,
): readonly string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
