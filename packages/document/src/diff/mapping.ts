import type { Node } from '@tiptap/pm/model';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import { align, type Match } from './align.ts';
import { jsonOf } from '../schema/json.ts';
import { keyOf } from './keys.ts';
import { featuresOf, pairSimilar } from './pair.ts';
import { editsOf } from './tokens.ts';

/** A block with its position, prepared for comparison. */
type Line = { readonly node: Node; readonly pos: number; readonly text: string };

/** Characters, or the start of a block, that exist in both documents. */
type Kept = { readonly from: number; readonly to: number; readonly length: number };

/**
 * Finds the blocks and words of one document in another, as if the second had been created from the
 * first by replacing the differences. Aligns blocks first, at any nesting, then the words of
 * similar blocks.
 * @returns a mapping from positions in `before` to positions in `after`
 */
export function mappingBetween(before: Node, after: Node): Mapping {
  const [old, now] = [linesOf(before), linesOf(after)];
  const ranges: number[] = [];
  let [from, to] = [0, 0];
  const skip = (kept: Kept): void => {
    if (kept.from > from || kept.to > to) ranges.push(from, kept.from - from, kept.to - to);
    [from, to] = [kept.from + kept.length, kept.to + kept.length];
  };
  for (const [b, a] of pairsOf(old, now))
    for (const kept of keptIn(old[b] as Line, now[a] as Line)) skip(kept);
  skip({ from: before.content.size, to: after.content.size, length: 0 });
  return new Mapping([new StepMap(ranges)]);
}

function linesOf(doc: Node): Line[] {
  const lines: Line[] = [];
  doc.descendants((node, pos) => {
    if (!node.isBlock || !(node.isTextblock || node.isLeaf)) return true;
    lines.push({ node, pos, text: node.textBetween(0, node.content.size, '', signOf) });
    return false;
  });
  return lines;
}

/**
 * Represents an inline leaf as one character in the compared text, different for each kind of leaf.
 */
const signOf = ({ type }: Node): string =>
  type.name === 'hardBreak'
    ? '\n'
    : String.fromCharCode(0xe000 + (Object.keys(type.schema.nodes).indexOf(type.name) % 0x1000));

/** Returns the pairs of equal blocks, and of similar blocks between them. */
function pairsOf(old: readonly Line[], now: readonly Line[]): Match[] {
  const pairs: Match[] = [];
  let [from, to] = [0, 0];
  const key = ({ node }: Line): string => keyOf(jsonOf(node));
  for (const [b, a] of [...align(old.map(key), now.map(key)), [old.length, now.length] as const]) {
    const features = ({ node, text }: Line) => featuresOf(node.type.name, text);
    const alike = pairSimilar(
      old.slice(from, b).map(features),
      now.slice(to, a).map(features),
      false,
    );
    for (const [i, k] of alike) pairs.push([from + i, to + k]);
    if (b < old.length) pairs.push([b, a]);
    [from, to] = [b + 1, a + 1];
  }
  return pairs;
}

/** Returns the ranges in both blocks: the start of the block, and its common words. */
function keptIn(before: Line, after: Line): Kept[] {
  const kept: Kept[] = [{ from: before.pos, to: after.pos, length: 1 }];
  let [from, to] = [0, 0];
  const keep = (length: number): void => {
    if (length > 0) kept.push({ from: before.pos + 1 + from, to: after.pos + 1 + to, length });
    [from, to] = [from + length, to + length];
  };
  for (const { at, removed, added } of editsOf(before.text, after.text)) {
    keep(at - from);
    [from, to] = [from + removed, to + added.length];
  }
  keep(before.text.length - from);
  return kept;
}
