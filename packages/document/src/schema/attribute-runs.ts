/**
 * A run of consecutive characters of one client, or a single node (`isNode`). `from` and `to` are
 * ProseMirror positions; `clock` is that of the first unit.
 */
export type PlacedRun = {
  readonly from: number;
  readonly to: number;
  readonly client: number;
  readonly clock: number;
  readonly isNode: boolean;
};

/**
 * Text written in one go: client id, first clock and clock after the last for each run of
 * characters and nodes.
 */
export type Written = {
  readonly ranges: readonly (readonly [client: number, from: number, to: number])[];
};

/** A part of a run, and the {@link Written} that it belongs to; null if there is none. */
export type AttributedRun<W> = Omit<PlacedRun, 'client' | 'clock'> & { readonly by: W | null };

type Range<W> = { readonly from: number; readonly to: number; readonly by: W };

/** Assigns each run to one of `written`, in order. A run with several authors is split. */
export function attributeRuns<W extends Written>(
  runs: Iterable<PlacedRun>,
  written: readonly W[],
): AttributedRun<W>[] {
  const known = new Map<number, Range<W>[]>();
  for (const by of written) {
    for (const [client, from, to] of by.ranges) {
      const ranges = known.get(client);
      if (ranges === undefined) known.set(client, [{ from, to, by }]);
      else ranges.push({ from, to, by });
    }
  }
  for (const ranges of known.values()) ranges.sort((a, b) => a.from - b.from);
  const found: AttributedRun<W>[] = [];
  for (const { from, to, client, clock, isNode } of runs) {
    const ranges = known.get(client) ?? [];
    const end = clock + (isNode ? 1 : to - from);
    let at = clock;
    for (let i = firstAfter(ranges, clock); at < end; i += 1) {
      const range = ranges[i];
      // Between known ranges there may be text of unknown authors.
      const next =
        range === undefined || range.from >= end
          ? end
          : at < range.from
            ? range.from
            : Math.min(range.to, end);
      const by = range !== undefined && range.from <= at && at < range.to ? range.by : null;
      if (next > at)
        found.push({
          from: isNode ? from : from + at - clock,
          to: isNode ? to : from + next - clock,
          isNode,
          by,
        });
      if (by === null && range !== undefined && next === range.from) i -= 1;
      at = next;
    }
  }
  return found;
}

/**
 * Binary search: the index of the first range that does not end before `clock`. Ranges do not
 * overlap.
 */
function firstAfter<W>(ranges: readonly Range<W>[], clock: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}
