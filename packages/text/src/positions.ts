import type { Values } from './records.ts';
import { unitsOf, type RenderedBlock, type Rendering } from './rendering.ts';

/** Returns the number of units before a position of a rendered document. */
export function unitsAt({ lines }: Rendering, pos: number): number {
  const line = lines[firstFrom(lines, (each) => each.pos < pos) - 1];
  if (line === undefined) return 0;
  const { block, start } = line;
  return block === null
    ? start
    : start + Math.min(unitsOf(block), pos - line.pos - (block.marker === null ? 1 : 0));
}

/** Returns the position after the first `units` units of a rendered document. */
export function positionOf({ lines }: Rendering, units: number): number {
  let last = firstFrom(lines, ({ start }) => start < units) - 1;
  while (last >= 0 && lines[last]?.block === null) last -= 1;
  const line = lines[last] ?? lines[0];
  if (line === undefined) return 0;
  if (line.node.isLeaf) return line.pos;
  const inside = units - line.start - (line.block?.marker ? 1 : 0);
  return line.pos + 1 + Math.max(0, Math.min(inside, line.node.content.size));
}

/** Returns the marks of the stored unit before the unit `at`. */
export function marksBefore({ lines }: Rendering, at: number): Values {
  const line = lines.findLast(({ start, block }) => block !== null && start < at);
  const block = line?.block ?? null;
  if (line === undefined || block === null) return {};
  let passed = line.start + (block.marker === null ? 0 : 1);
  if (at <= passed) return block.marker?.marks ?? {};
  for (const piece of block.pieces) {
    passed += piece.length;
    if (at <= passed) return piece.marks;
  }
  return block.pieces.at(-1)?.marks ?? {};
}

/**
 * True if the container after a position of a rendered document is stored, and was not only added
 * to make the document valid.
 */
export function isStoredAt({ lines }: Rendering, pos: number): boolean {
  const line = lines[firstFrom(lines, (each) => each.pos <= pos)];
  const depth = line?.around.indexOf(pos) ?? -1;
  return depth === -1 || line?.containers[depth] !== null;
}

/** Binary search: the index of the first line for which a condition is false (must be monotone). */
export function firstFrom(
  lines: readonly RenderedBlock[],
  isBefore: (line: RenderedBlock) => boolean,
): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(lines[middle] as RenderedBlock)) low = middle + 1;
    else high = middle;
  }
  return low;
}
