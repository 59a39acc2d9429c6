/** Indices of two equal entries, one in each list. */
export type Match = readonly [before: number, after: number];

/**
 * Maximum number of comparisons of the exact algorithm, about 10 ms. Above it, equal entries
 * between many different ones may be missed.
 */
const mostCells = 1_500_000;

/**
 * Maximum number of times that a range is divided at unique keys; each time all of it is read.
 * Entries below that depth are not paired.
 */
const deepest = 40;

/**
 * Finds pairs of equal keys in the order of both lists, as many as possible. Matches the common
 * prefix and suffix, then keys unique in both lists (patience diff), then the longest common
 * subsequence between them. Time is linear in the length, not quadratic.
 */
export function align(before: readonly string[], after: readonly string[]): Match[] {
  const matches: Match[] = [];
  const open: [number, number, number, number, number][] = [[0, before.length, 0, after.length, 0]];
  for (let range = open.pop(); range; range = open.pop()) {
    let [b0, b1, a0, a1] = range;
    const [, , , , depth] = range;
    while (b0 < b1 && a0 < a1 && before[b0] === after[a0]) matches.push([b0++, a0++]);
    while (b0 < b1 && a0 < a1 && before[b1 - 1] === after[a1 - 1]) matches.push([--b1, --a1]);
    if (b0 === b1 || a0 === a1) continue;
    if (depth > deepest) continue;
    if ((b1 - b0) * (a1 - a0) <= mostCells) {
      matches.push(...longest(before, after, b0, b1, a0, a1));
      continue;
    }
    for (const [b, a] of anchors(before, after, b0, b1, a0, a1)) {
      open.push([b0, b, a0, a, depth + 1]);
      matches.push([b, a]);
      [b0, a0] = [b + 1, a + 1];
    }
    // Without an anchor the same range would be processed forever.
    if (
      b0 > range[0] &&
      a0 > range[2] &&
      (b1 - b0) * (a1 - a0) < (range[1] - range[0]) * (range[3] - range[2])
    )
      open.push([b0, b1, a0, a1, depth + 1]);
  }
  return matches.toSorted(([one], [other]) => one - other);
}

/** Returns the longest ordered chain of keys that occur exactly once on each side. */
function anchors(
  before: readonly string[],
  after: readonly string[],
  b0: number,
  b1: number,
  a0: number,
  a1: number,
): Match[] {
  const places = oncePlaces(after, a0, a1);
  const candidates: Match[] = [];
  for (const [key, b] of oncePlaces(before, b0, b1)) {
    const a = places.get(key);
    if (b >= 0 && a !== undefined && a >= 0) candidates.push([b, a]);
  }
  return increasing(candidates.toSorted(([one], [other]) => one - other));
}

/** Returns the index of each key, or −1 if it occurs more than once. */
function oncePlaces(keys: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let index = from; index < to; index += 1) {
    const key = keys[index] ?? '';
    places.set(key, places.has(key) ? -1 : index);
  }
  return places;
}

/** Returns the longest chain of matches that increases on both sides. */
function increasing(matches: readonly Match[]): Match[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, [, after]] of matches.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[tails[middle] ?? 0]?.[1] ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  }
  const chain: Match[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const match = matches[index];
    if (match) chain.push(match);
  }
  return chain.reverse();
}

/** Returns the longest common subsequence, by dynamic programming over suffix lengths. */
function longest(
  before: readonly string[],
  after: readonly string[],
  b0: number,
  b1: number,
  a0: number,
  a1: number,
): Match[] {
  const width = a1 - a0 + 1;
  const lengths = new Uint16Array((b1 - b0 + 1) * width);
  const at = (b: number, a: number): number => lengths[(b - b0) * width + (a - a0)] ?? 0;
  for (let b = b1 - 1; b >= b0; b -= 1) {
    for (let a = a1 - 1; a >= a0; a -= 1) {
      lengths[(b - b0) * width + (a - a0)] =
        before[b] === after[a]
          ? Math.min(at(b + 1, a + 1) + 1, 65_535)
          : Math.max(at(b + 1, a), at(b, a + 1));
    }
  }
  const matches: Match[] = [];
  for (let b = b0, a = a0; b < b1 && a < a1;) {
    if (before[b] === after[a]) matches.push([b++, a++]);
    else if (at(b + 1, a) >= at(b, a + 1)) b += 1;
    else a += 1;
  }
  return matches;
}
