/** Pixels between two cards. */
export const gap = 10;

/**
 * Where cards stand beside a text, from the top: each at the height that it wants, or as far below as the ones before it push it. The active one
 * has its own height, and those before it give way upwards: where the top of the list is in sight (`isTopSeen`) as far as there is room below
 * `least`, so that all can be reached, and elsewhere as far as it takes. The order stays. `wanted` is in that order.
 */
export function levelsOf(
  wanted: readonly number[],
  heights: readonly number[],
  active: number | null,
  least: number,
  isTopSeen: boolean,
): readonly number[] {
  const tops = [...wanted];
  let edge = least;
  if (active !== null) {
    tops[active] = Math.max(tops[active] ?? 0, least);
    for (let at = active - 1; at >= 0; at -= 1) {
      tops[at] = Math.min(tops[at] ?? 0, (tops[at + 1] ?? 0) - gap - (heights[at] ?? 0));
    }
  }
  for (let at = isTopSeen ? 0 : (active ?? 0); at < tops.length; at += 1) {
    const top = Math.max(tops[at] ?? 0, edge);
    tops[at] = top;
    edge = top + (heights[at] ?? 0) + gap;
  }
  return tops;
}

/** The first and the last card that stand between two heights, with those just before and after them; null where there are no cards. */
export function cardsBetween(
  tops: readonly number[],
  heights: readonly number[],
  from: number,
  to: number,
): { first: number; last: number } | null {
  if (tops.length === 0) return null;
  const first = tops.findIndex((top, at) => top + (heights[at] ?? 0) >= from);
  const last = tops.findLastIndex((top) => top <= to);
  const end = tops.length - 1;
  return { first: Math.max(0, (first === -1 ? end : first) - 1), last: Math.min(end, Math.max(last, 0) + 1) };
}
