/**
 * Letters of one client in one go, or a node without any (`isNode`): where they stand in the editor's document (ProseMirror positions),
 * and the clock of the first of them; a node has one.
 */
export type PlacedRun = {
  readonly from: number;
  readonly to: number;
  readonly client: number;
  readonly clock: number;
  readonly isNode: boolean;
};

/** What somebody wrote in one go: client id, first clock and the clock after the last of each run of letters and nodes. */
export type Written = { readonly ranges: readonly (readonly [client: number, from: number, to: number])[] };

/** A part of a run, and which of the {@link Written} it belongs to; null where none of them says so. */
export type AuthoredRun<W> = Omit<PlacedRun, 'client' | 'clock'> & { readonly by: W | null };

type Range<W> = { readonly from: number; readonly to: number; readonly by: W };

/** Says of each run which of `written` it belongs to, in order. A run of which several have written parts comes in several. */
export function authoredRuns<W extends Written>(runs: Iterable<PlacedRun>, written: readonly W[]): AuthoredRun<W>[] {
  const known = new Map<number, Range<W>[]>();
  for (const by of written) {
    for (const [client, from, to] of by.ranges) {
      const ranges = known.get(client);
      if (ranges === undefined) known.set(client, [{ from, to, by }]);
      else ranges.push({ from, to, by });
    }
  }
  for (const ranges of known.values()) ranges.sort((a, b) => a.from - b.from);
  const found: AuthoredRun<W>[] = [];
  for (const { from, to, client, clock, isNode } of runs) {
    const ranges = known.get(client) ?? [];
    const end = clock + (isNode ? 1 : to - from);
    let at = clock;
    for (let i = firstAfter(ranges, clock); at < end; i += 1) {
      const range = ranges[i];
      // Between what is known there may be something of which nobody knows who wrote it.
      const next = range === undefined || range.from >= end ? end : at < range.from ? range.from : Math.min(range.to, end);
      const by = range !== undefined && range.from <= at && at < range.to ? range.by : null;
      if (next > at) found.push({ from: isNode ? from : from + at - clock, to: isNode ? to : from + next - clock, isNode, by });
      if (by === null && range !== undefined && next === range.from) i -= 1;
      at = next;
    }
  }
  return found;
}

/** The first range that does not end before `clock`. Ranges do not overlap. */
function firstAfter<W>(ranges: readonly Range<W>[], clock: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}
