import type { Node } from '@tiptap/pm/model';
import { keptPlace, type Kept } from './kept.ts';

/** A child of a node, and where it begins in the document. */
export type Placed = { readonly node: Node; readonly pos: number };

/** Which child before a change is which one after it: indices into both lists. */
export type Pair = readonly [before: number, after: number];

/**
 * Which children are still the same ones, in the order of both lists: those of which the beginning, the end or what stands in them was kept;
 * of two into which one was split, the one with more of it. What came in place of something else is that, changed, where it is of the same kind.
 */
export function pairChildren(before: readonly Placed[], after: readonly Placed[], kept: readonly Kept[]): Pair[] {
  const pairs: Pair[] = [];
  for (const { pair } of likely(before, after, kept).toSorted((one, other) => other.weight - one.weight)) {
    if (pairs.every(([b, a]) => (b < pair[0] && a < pair[1]) || (b > pair[0] && a > pair[1]))) pairs.push(pair);
  }
  const sorted = pairs.toSorted(([one], [other]) => one - other);
  const all: Pair[] = [];
  let [from, to] = [0, 0];
  for (const pair of [...sorted, [before.length, after.length] as const]) {
    all.push(...pairInGap(before, after, [from, pair[0]], [to, pair[1]]));
    if (pair[0] < before.length) all.push(pair);
    [from, to] = [pair[0] + 1, pair[1] + 1];
  }
  return all;
}

function likely(before: readonly Placed[], after: readonly Placed[], kept: readonly Kept[]): { pair: Pair; weight: number }[] {
  const weights = new Map<string, { pair: Pair; weight: number }>();
  let firstOfPiece = 0;
  for (const { from, at, size } of kept) {
    while (firstOfPiece < before.length && endOf(before[firstOfPiece]) <= from) firstOfPiece += 1;
    let a = firstEndingAfter(after, at);
    for (let b = firstOfPiece; b < before.length; b += 1) {
      const old = before[b] as Placed;
      if (old.pos >= from + size) break;
      const [start, end] = [Math.max(old.pos, from) - from + at, Math.min(endOf(old), from + size) - from + at];
      while (a < after.length && endOf(after[a]) <= start) a += 1;
      for (let next = a; next < after.length && (after[next] as Placed).pos < end; next += 1) {
        const placed = after[next] as Placed;
        if (placed.node.type !== old.node.type) continue;
        const shared = Math.min(endOf(placed), end) - Math.max(placed.pos, start);
        const known = weights.get(`${b} ${next}`);
        weights.set(`${b} ${next}`, { pair: [b, next], weight: shared + (known?.weight ?? 0) });
      }
    }
  }
  return [...weights.values()].filter(({ pair: [b, a] }) => mayBeSame(before[b] as Placed, after[a] as Placed, kept));
}

/** Whether something is the same still, and did not only go into the other one, or come out of it. */
function mayBeSame(old: Placed, next: Placed, kept: readonly Kept[]): boolean {
  const [start, end] = [keptPlace(kept, old.pos), keptPlace(kept, endOf(old) - 1)];
  return start === next.pos || end === endOf(next) - 1 || (start === null && end === null);
}

/** Pairs what stands between two pairs: what says the same from both ends, then what is of the same kind, one after the other. */
function pairInGap(before: readonly Placed[], after: readonly Placed[], old: Pair, next: Pair): Pair[] {
  let [[b, bEnd], [a, aEnd]] = [[...old], [...next]] as [[number, number], [number, number]];
  const isSame = (one: number, other: number): boolean => before[one]?.node.eq((after[other] as Placed).node) ?? false;
  const [first, last]: [Pair[], Pair[]] = [[], []];
  while (b < bEnd && a < aEnd && isSame(b, a)) first.push([b++, a++]);
  while (b < bEnd && a < aEnd && isSame(bEnd - 1, aEnd - 1)) last.unshift([--bEnd, --aEnd]);
  for (; b < bEnd && a < aEnd; b += 1, a += 1) if (before[b]?.node.type === after[a]?.node.type) first.push([b, a]);
  return [...first, ...last];
}

const endOf = (placed: Placed | undefined): number => (placed ? placed.pos + placed.node.nodeSize : 0);

function firstEndingAfter(placed: readonly Placed[], place: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(placed[middle]) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
