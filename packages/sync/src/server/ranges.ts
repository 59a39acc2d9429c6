/**
 * A set of clocks of one client as half-open ranges, flat and ordered, neighbours joined:
 * `[from, to, from, to, …]`. Flat numbers, because a long document has tens of thousands of ranges.
 */
export type Ranges = number[];

/**
 * Binary search: the index of the first boundary greater than `clock`; odd if `clock` is inside a
 * range.
 */
function boundaryAfter(ranges: Ranges, clock: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as number) <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True if all clocks from `from` up to `to` are in the set. */
export function includes(ranges: Ranges, from: number, to: number): boolean {
  const after = boundaryAfter(ranges, from);
  return after % 2 === 1 && (ranges[after] as number) >= to;
}

/** True if any clock from `from` up to `to` is in the set. */
export function overlaps(ranges: Ranges, from: number, to: number): boolean {
  const after = boundaryAfter(ranges, from);
  return after % 2 === 1 || (after < ranges.length && (ranges[after] as number) < to);
}

/** Adds the clocks from `from` up to `to`, in place. */
export function include(ranges: Ranges, from: number, to: number): void {
  const last = ranges.length - 1;
  if (last < 0 || from > (ranges[last] as number)) {
    ranges.push(from, to);
    return;
  }
  // `from - 1` and the boundary after `to`, so that ranges that only touch are joined.
  const low = boundaryAfter(ranges, from - 1);
  const high = boundaryAfter(ranges, to);
  const start = low % 2 === 1 ? (ranges[low - 1] as number) : from;
  const end = high % 2 === 1 ? (ranges[high] as number) : to;
  const first = low % 2 === 1 ? low - 1 : low;
  const beyond = high % 2 === 1 ? high + 1 : high;
  ranges.splice(first, beyond - first, start, end);
}

/** Maximum number of additions that are inserted one by one; with more, the set is rebuilt. */
const fewAdditions = 16;

/**
 * Adds many ranges, in place; they must be ordered. Takes linear time in both lengths; inserting
 * one by one would move all later ranges each time.
 */
export function includeAll(ranges: Ranges, additions: Ranges): void {
  if (additions.length <= fewAdditions * 2) {
    for (let i = 0; i < additions.length; i += 2)
      include(ranges, additions[i] as number, additions[i + 1] as number);
    return;
  }
  const before = ranges.splice(0);
  let [i, k] = [0, 0];
  while (i < before.length || k < additions.length) {
    const isOld =
      k >= additions.length ||
      (i < before.length && (before[i] as number) <= (additions[k] as number));
    const [from, to] = isOld ? [before[i], before[i + 1]] : [additions[k], additions[k + 1]];
    include(ranges, from as number, to as number);
    if (isOld) i += 2;
    else k += 2;
  }
}

/** Returns the parts of `from` up to `to` that are not in the set, as `[from, to, …]`. */
export function missing(ranges: Ranges, from: number, to: number): Ranges {
  const parts: Ranges = [];
  let at = from;
  let i = boundaryAfter(ranges, from);
  if (i % 2 === 1) {
    at = ranges[i] as number;
    i += 1;
  }
  while (at < to) {
    const next = i < ranges.length ? (ranges[i] as number) : to;
    if (next >= to) {
      parts.push(at, to);
      break;
    }
    parts.push(at, next);
    at = ranges[i + 1] as number;
    i += 2;
  }
  return parts;
}
