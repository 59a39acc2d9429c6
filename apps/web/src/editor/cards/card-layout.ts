/** Vertical space between two cards (pixels). */
export const gap = 10;

/**
 * Computes the top positions of cards beside a text. Each card has its wanted position, or is
 * pushed down by the cards before it. The active card has its wanted position, and the cards before
 * it move up. If the top of the list is visible (`isTopSeen`), they only use the space below
 * `least`, so that all stay reachable. Otherwise they move up as far as necessary. `wanted` is in
 * the order of the cards, which is preserved.
 */
export function layOutCards(
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

/**
 * Returns the first and last card between two positions, extended by one card at each end; null if
 * there are no cards.
 */
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
  return {
    first: Math.max(0, (first === -1 ? end : first) - 1),
    last: Math.min(end, Math.max(last, 0) + 1),
  };
}
