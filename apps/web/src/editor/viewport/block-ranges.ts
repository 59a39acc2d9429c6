import type { Node } from '@tiptap/pm/model';
import type { TextRange } from '../text/text-range.ts';

/** Indexes of contiguous top-level blocks of a document; `last` is included. */
export type BlockSpan = { readonly first: number; readonly last: number };

const known = new WeakMap<Node, readonly number[]>();

/**
 * Returns the positions before the top-level blocks of a document, followed by the size of its
 * content (cached).
 */
export function blockStarts(doc: Node): readonly number[] {
  const cached = known.get(doc);
  if (cached !== undefined) return cached;
  const starts = [0];
  let pos = 0;
  doc.forEach((block) => starts.push((pos += block.nodeSize)));
  known.set(doc, starts);
  return starts;
}

/**
 * Returns the index of the top-level block that contains a position. A position between two blocks
 * belongs to the second one, and the end of the document to the last block.
 */
export function blockAt(doc: Node, pos: number): number {
  const starts = blockStarts(doc);
  let [low, high] = [0, doc.childCount];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle + 1] ?? 0) <= pos) low = middle + 1;
    else high = middle;
  }
  return Math.max(Math.min(low, doc.childCount - 1), 0);
}

/** Returns a span of `count` blocks on each side of a block, without those beyond the document. */
export function around(doc: Node, block: number, count: number): BlockSpan {
  return { first: Math.max(block - count, 0), last: Math.min(block + count, doc.childCount - 1) };
}

/** Returns the range of the text that a span of blocks occupies. */
export function rangeOf(doc: Node, { first, last }: BlockSpan): TextRange {
  const starts = blockStarts(doc);
  return { from: starts[first] ?? 0, to: starts[last + 1] ?? doc.content.size };
}

/** Returns the blocks that a non-empty range of the text touches. */
export function spanOf(doc: Node, { from, to }: TextRange): BlockSpan {
  return { first: blockAt(doc, from), last: blockAt(doc, Math.max(to - 1, from)) };
}

/** Sorts spans, and joins those that overlap or are adjacent. */
export function joined(spans: readonly BlockSpan[]): BlockSpan[] {
  const result: BlockSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.first - b.first)) {
    const before = result.at(-1);
    if (before === undefined || span.first > before.last + 1) result.push(span);
    else result[result.length - 1] = { ...before, last: Math.max(before.last, span.last) };
  }
  return result;
}
