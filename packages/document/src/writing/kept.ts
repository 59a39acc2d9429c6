import type { StepMap } from '@tiptap/pm/transform';

/** A stretch that a change left as it was: `size` places from `from` before it, which are those from `at` on after it. */
export type Kept = { readonly from: number; readonly at: number; readonly size: number };

/** What of a document with `size` places is still there after its steps, in order. A place is a letter, or where a node begins or ends. */
export function keptBy(maps: readonly StepMap[], size: number): Kept[] {
  let kept: Kept[] = [{ from: 0, at: 0, size }];
  for (const map of maps) {
    const next: Kept[] = [];
    let [done, grown] = [0, 0];
    const keepUpTo = (end: number): void => {
      next.push(...cut(kept, done, end).map(({ from, at, size }) => ({ from, at: at + grown, size })));
    };
    map.forEach((start, end, newStart, newEnd) => {
      keepUpTo(start);
      [done, grown] = [end, grown + (newEnd - newStart) - (end - start)];
    });
    keepUpTo(Number.MAX_SAFE_INTEGER);
    kept = next;
  }
  return kept;
}

/** What of the stretches lies between two places after the change. */
function cut(kept: readonly Kept[], start: number, end: number): Kept[] {
  return kept.flatMap(({ from, at, size }) => {
    const [first, last] = [Math.max(at, start), Math.min(at + size, end)];
    return first < last ? [{ from: from + first - at, at: first, size: last - first }] : [];
  });
}

/** What of the stretches leads from one range to another, counted from where each of the two begins. */
export function keptBetween(
  kept: readonly Kept[],
  before: { start: number; end: number },
  after: { start: number; end: number },
): Kept[] {
  return cut(kept, after.start, after.end).flatMap(({ from, at, size }) => {
    const [first, last] = [Math.max(from, before.start), Math.min(from + size, before.end)];
    return first < last ? [{ from: first - before.start, at: at + first - from - after.start, size: last - first }] : [];
  });
}

/** Where a place is after the change; null where it is gone. */
export function keptPlace(kept: readonly Kept[], place: number): number | null {
  const found = kept.find(({ from, size }) => from <= place && place < from + size);
  return found ? found.at + place - found.from : null;
}
