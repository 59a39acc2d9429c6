import type { Grammar } from './grammar.ts';
import { unitsOf, type RenderedBlock } from './rendering.ts';
import type { Part } from './tables.ts';

/** The lines of a document, and the top-level parts that they are in. */
export type Located = {
  readonly parts: readonly Part[];
  readonly lines: readonly RenderedBlock[];
  /** Index of the first line of each part, and the number of lines. */
  readonly firsts: readonly number[];
};

/** The lines of no document. */
export const nothingLocated: Located = { parts: [], lines: [], firsts: [0] };

/**
 * Computes the position of each line in the document and in the text. The lines of unchanged parts
 * before the first change are reused, those after the last one are shifted: a key press computes
 * the lines of one part.
 */
export function located(parts: readonly Part[], grammar: Grammar, before: Located): Located {
  const { same, sameAtEnd } = sameParts(parts, before.parts);
  const lines = before.lines.slice(0, before.firsts[same]);
  const firsts = before.firsts.slice(0, same);
  const last = lines.at(-1);
  let start = last === undefined ? 0 : last.start + unitsOf(last.block);
  let pos = sizeOf(parts, 0, same);

  const enter = (
    { node, block, id, parts: inner }: Part,
    at: number,
    containers: RenderedBlock['containers'],
    around: RenderedBlock['around'],
  ): void => {
    if (grammar.isBlock(node.type)) {
      const line = { block, node, pos: at, start, containers, around };
      lines.push(reused(before.lines[lines.length], line));
      start += unitsOf(block);
      return;
    }
    const [innerContainers, innerAround] = [
      [...containers, id],
      [...around, at],
    ];
    let child = at + 1;
    for (const part of inner) {
      enter(part, child, innerContainers, innerAround);
      child += part.node.nodeSize;
    }
  };
  const changedEnd = parts.length - sameAtEnd;
  for (const part of parts.slice(same, changedEnd)) {
    firsts.push(lines.length);
    enter(part, pos, [], []);
    pos += part.node.nodeSize;
  }

  const firstBefore = before.parts.length - sameAtEnd;
  const lineBefore = before.firsts[firstBefore] ?? 0;
  const added = lines.length - lineBefore;
  for (let i = firstBefore; i < before.firsts.length; i += 1)
    firsts.push((before.firsts[i] ?? 0) + added);
  const shift = {
    pos: sizeOf(parts, same, changedEnd) - sizeOf(before.parts, same, firstBefore),
    start: start - (before.lines[lineBefore]?.start ?? start),
  };
  for (let i = lineBefore; i < before.lines.length; i += 1)
    lines.push(shifted(before.lines[i] as RenderedBlock, shift));
  return { parts, lines, firsts };
}

/** Counts the same parts at the start and, of the others, at the end. */
function sameParts(
  parts: readonly Part[],
  before: readonly Part[],
): { same: number; sameAtEnd: number } {
  const most = Math.min(parts.length, before.length);
  let [same, sameAtEnd] = [0, 0];
  while (same < most && parts[same] === before[same]) same += 1;
  while (sameAtEnd < most - same && parts.at(-1 - sameAtEnd) === before.at(-1 - sameAtEnd))
    sameAtEnd += 1;
  return { same, sameAtEnd };
}

/** Returns the size of the nodes of the parts from one index to another. */
function sizeOf(parts: readonly Part[], from: number, to: number): number {
  let size = 0;
  for (let i = from; i < to; i += 1) size += parts[i]?.node.nodeSize ?? 0;
  return size;
}

/** Returns an earlier line that equals the present one, or the present one. */
function reused(before: RenderedBlock | undefined, line: RenderedBlock): RenderedBlock {
  const isSame =
    before?.block === line.block &&
    before.node === line.node &&
    before.pos === line.pos &&
    before.start === line.start &&
    isList(before.containers, line.containers) &&
    isList(before.around, line.around);
  return isSame ? before : line;
}

function shifted(
  line: RenderedBlock,
  { pos, start }: { pos: number; start: number },
): RenderedBlock {
  if (pos === 0 && start === 0) return line;
  const { around } = line;
  return {
    block: line.block,
    node: line.node,
    pos: line.pos + pos,
    start: line.start + start,
    containers: line.containers,
    around: around.length === 0 || pos === 0 ? around : around.map((each) => each + pos),
  };
}

/** True if two lists have the same items. */
export function isList<T>(one: readonly T[], other: readonly T[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}
