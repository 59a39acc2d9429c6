import type { IdRange, RenderedBlock, Rendering, Replica } from '@longhand/text';
import type { TextRange } from './text-range.ts';

/**
 * Binary search: returns the line of a rendered document that contains a position, or the last one
 * before it. Null before the first line.
 */
export function lineAt({ lines }: Rendering, pos: number): RenderedBlock | null {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.pos ?? 0) < pos) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1] ?? null;
}

/**
 * Returns the unit before a position of a rendered document: a character, a leaf or the marker of
 * the block. Null if there is none.
 */
export function unitBefore(
  rendering: Rendering,
  pos: number,
): readonly [client: number, clock: number] | null {
  const line = lineAt(rendering, pos);
  const { marker, pieces } = line?.block ?? { marker: null, pieces: [] };
  let left = line === null ? 0 : pos - line.pos - 1;
  let found = marker === null ? null : ([marker.client, marker.clock] as const);
  for (const { client, clock, length } of pieces) {
    if (left <= 0) break;
    found = [client, clock + Math.min(left, length) - 1];
    left -= length;
  }
  return found;
}

/**
 * Returns the units in a range of a rendered document: characters, leaves, and markers of blocks
 * that begin in it.
 */
export function unitsIn({ lines }: Rendering, { from, to }: TextRange): IdRange[] {
  const found: IdRange[] = [];
  for (const { block, node, pos } of lines) {
    if (block === null || pos >= to || pos + node.nodeSize <= from) continue;
    const { marker, pieces } = block;
    if (marker !== null && pos >= from) found.push([marker.client, marker.clock, 1]);
    let at = pos + 1;
    for (const { client, clock, length } of pieces) {
      const [start, end] = [Math.max(at, from), Math.min(at + length, to)];
      if (start < end) found.push([client, clock + start - at, end - start]);
      at += length;
    }
  }
  return found;
}

/** Contiguous characters, a leaf or a marker, and its position in the rendered document. */
type Run = {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
  readonly line: RenderedBlock;
  readonly pos: number;
};

const indexes = new WeakMap<Rendering, readonly Run[]>();

/** Returns the runs of a rendered document, sorted by id (cached). */
function runsById(rendering: Rendering): readonly Run[] {
  const known = indexes.get(rendering);
  if (known !== undefined) return known;
  const runs: Run[] = [];
  for (const line of rendering.lines) {
    const { marker, pieces } = line.block ?? { marker: null, pieces: [] };
    if (marker !== null)
      runs.push({ client: marker.client, clock: marker.clock, length: 1, line, pos: line.pos });
    let pos = line.pos + 1;
    for (const { client, clock, length } of pieces) {
      runs.push({ client, clock, length, line, pos });
      pos += length;
    }
  }
  runs.sort((a, b) => a.client - b.client || a.clock - b.clock);
  indexes.set(rendering, runs);
  return runs;
}

/**
 * Returns the positions before and after a unit, or after the unit that replaced it when it was
 * restored. For the marker of a text block, both are the start of the text. Null if neither exists.
 */
export function rangeOfUnit(
  { rendering, reading }: Replica,
  unit: readonly [client: number, clock: number],
): TextRange | null {
  const runs = runsById(rendering);
  const ids = [
    unit,
    ...reading.records.copiesOf([[...unit, 1]]).map(([client, clock]) => [client, clock] as const),
  ];
  for (const [client, clock] of ids) {
    let [low, high] = [0, runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const run = runs[middle] as Run;
      if (run.client < client || (run.client === client && run.clock + run.length <= clock))
        low = middle + 1;
      else high = middle;
    }
    const run = runs[low];
    if (run === undefined || run.client !== client || run.clock > clock) continue;
    const { line, pos } = run;
    if (pos === line.pos)
      return line.node.isLeaf
        ? { from: pos, to: pos + line.node.nodeSize }
        : { from: pos + 1, to: pos + 1 };
    return { from: pos + clock - run.clock, to: pos + clock - run.clock + 1 };
  }
  return null;
}
