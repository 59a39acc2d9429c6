/**
 * Consecutive units of one Yjs client: client id, first clock, and count. A unit is a character
 * (one UTF-16 code unit), a block marker or an inline leaf. The id of a unit never changes,
 * whatever happens around it.
 */
export type IdRange = readonly [client: number, clock: number, length: number];

/**
 * True if units of a client are suggestions until they are accepted. Each replica writes under two
 * Yjs client ids, an even one for edits and the odd one after it for suggestions. The id of a unit
 * alone therefore shows its kind.
 */
export function isSuggesting(client: number): boolean {
  return client % 2 === 1;
}

/** Returns the client id under which a replica with an even client id writes suggestions. */
export function suggestingClient(client: number): number {
  return client + 1;
}

/** Returns a random even client id, as required by {@link isSuggesting}. */
export function newClient(): number {
  return Math.floor(Math.random() * 2 ** 31) * 2;
}

/** Sorts ranges, and joins those that touch or overlap. */
export function joined(ranges: readonly IdRange[]): IdRange[] {
  const result: IdRange[] = [];
  for (const [client, clock, length] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1);
    if (last !== undefined && last[0] === client && clock <= last[1] + last[2])
      result[result.length - 1] = [client, last[1], Math.max(last[2], clock + length - last[1])];
    else result.push([client, clock, length]);
  }
  return result;
}

/** Returns `ranges` without the units in `taken`. */
export function without(ranges: readonly IdRange[], taken: readonly IdRange[]): IdRange[] {
  const holes = joined(taken);
  return joined(ranges).flatMap(([client, clock, length]) => {
    const left: IdRange[] = [];
    let at = clock;
    for (let i = firstAt(holes, client, clock); i < holes.length; i += 1) {
      const [holder, from, size] = holes[i] as IdRange;
      if (holder !== client || from >= clock + length) break;
      if (from > at) left.push([client, at, from - at]);
      at = Math.max(at, from + size);
    }
    if (at < clock + length) left.push([client, at, clock + length - at]);
    return left;
  });
}

/** Returns the units that are in both. */
export function common(ranges: readonly IdRange[], others: readonly IdRange[]): IdRange[] {
  return without(ranges, without(ranges, others));
}

/** Binary search: the index of the first of sorted ranges that ends after a clock of a client. */
export function firstAt(sorted: readonly IdRange[], client: number, clock: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [holder, from, size] = sorted[middle] as IdRange;
    if (holder < client || (holder === client && from + size <= clock)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True if any unit of a range is in sorted ranges that do not overlap. */
export function meets([client, clock, length]: IdRange, sorted: readonly IdRange[]): boolean {
  const found = sorted[firstAt(sorted, client, clock)];
  return found !== undefined && found[0] === client && found[1] < clock + length;
}
