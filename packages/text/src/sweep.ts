/** Clocks of one client from `from` up to, but not including, `to`. */
export type Span = { from: number; to: number };

/**
 * Maximum number of deletions, and of changes, that are shown for one unit, and maximum size of the
 * values of its changes together (characters of JSON); the first change may be larger. Further ones
 * are shown after others were decided.
 */
export const shownMax = { count: 100, size: 8_192 } as const;

/**
 * Returns for each of the sorted `cuts` the spans that are open there, in their own order, up to
 * {@link shownMax}: overlapping spans of a hostile client cost time and memory only in proportion
 * to their number. Cuts without a beginning or end of a span between them share one list.
 */
export function sweep<S extends Span>(
  cuts: readonly number[],
  spans: readonly S[],
  sizeOf: (span: S) => number = () => 0,
): readonly (readonly S[])[] {
  const own = [...new Set([0, ...spans.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  const found = filled(own, spans, sizeOf);
  let at = 0;
  return cuts.map((cut) => {
    while (at + 1 < own.length && (own[at + 1] as number) <= cut) at += 1;
    return found[at] ?? [];
  });
}

function filled<S extends Span>(
  cuts: readonly number[],
  spans: readonly S[],
  sizeOf: (span: S) => number,
): S[][] {
  const places = new Map(cuts.map((cut, i) => [cut, i]));
  const found: S[][] = cuts.map(() => []);
  const sizes = new Float64Array(cuts.length);
  // Union-find: for each place the next one that is not full, including itself. Paths are
  // compressed while they are followed.
  const next = Int32Array.from({ length: cuts.length + 1 }, (_, i) => i);
  const free = (place: number): number => {
    let at = place;
    while (next[at] !== at) {
      const after = next[at] ?? cuts.length;
      next[at] = next[after] ?? cuts.length;
      at = after;
    }
    return at;
  };
  for (const span of spans) {
    const size = sizeOf(span);
    const end = places.get(span.to) ?? 0;
    for (let i = free(places.get(span.from) ?? 0); i < end; i = free(i + 1)) {
      const open = found[i] ?? [];
      const all = (sizes[i] ?? 0) + size;
      if (open.length === 0 || all <= shownMax.size) {
        open.push(span);
        sizes[i] = all;
      }
      if (open.length === shownMax.count || all > shownMax.size) next[i] = i + 1;
    }
  }
  return found;
}
