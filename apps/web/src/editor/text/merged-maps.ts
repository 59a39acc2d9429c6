import { StepMap } from '@tiptap/pm/transform';

/**
 * Appends maps of changes to those of earlier changes. A change within the text that the last one
 * inserted is merged with it, so that continuous typing has a single map.
 */
export function mergedMaps(
  earlier: readonly StepMap[],
  later: readonly StepMap[],
): readonly StepMap[] {
  const maps = [...earlier];
  for (const map of later) {
    const last = maps.at(-1);
    const merged = last === undefined ? null : mergedMap(last, map);
    if (merged === null) maps.push(map);
    else maps[maps.length - 1] = merged;
  }
  return maps;
}

/** A replaced range: its start, and its sizes before and after. */
type Replaced = { readonly start: number; readonly before: number; readonly after: number };

/** Returns the map of two changes one after the other; null if it has several ranges. */
function mergedMap(first: StepMap, second: StepMap): StepMap | null {
  const [one, other] = [rangesOf(first), rangesOf(second)];
  if (other.length === 0) return first;
  const [range, inner] = [one[0], other[0]];
  if (one.length !== 1 || other.length !== 1 || !range || !inner) return null;
  // A position at the edge of deleted text is mapped to one side, at an insertion to both.
  const isWithin =
    range.before === 0 &&
    inner.start >= range.start &&
    inner.start + inner.before <= range.start + range.after;
  return isWithin ? new StepMap([range.start, 0, range.after - inner.before + inner.after]) : null;
}

function rangesOf(map: StepMap): Replaced[] {
  const ranges: Replaced[] = [];
  map.forEach((start, end, newStart, newEnd) =>
    ranges.push({ start, before: end - start, after: newEnd - newStart }),
  );
  return ranges;
}
