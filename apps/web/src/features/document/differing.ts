import { Fragment } from '@tiptap/pm/model';

/** A stretch of a document's blocks, as positions, and the blocks that stand there in another document. One of the two may be empty. */
export type Part = { readonly from: number; readonly to: number; readonly content: Fragment };

/** Blocks beside each other that are each replaced by themselves, at most: beyond it they are replaced as one. */
const mostPairs = 50;

/**
 * The parts of a document's blocks in whose place others stand in another document, in order. Blocks that are the same object are the same. What changed
 * at several places at once is several parts, so that nothing between them is touched; blocks that follow each other and each changed are one part each.
 */
export function partsThatDiffer(before: Fragment, after: Fragment): readonly Part[] {
  const most = Math.min(before.childCount, after.childCount);
  let [first, last] = [0, 0];
  let from = 0;
  while (first < most && before.child(first) === after.child(first)) {
    from += before.child(first).nodeSize;
    first += 1;
  }
  while (last < most - first && before.child(before.childCount - 1 - last) === after.child(after.childCount - 1 - last))
    last += 1;
  const [endBefore, endAfter] = [before.childCount - last, after.childCount - last];
  const places = new Map<unknown, number>();
  for (let i = first; i < endBefore; i += 1) places.set(before.child(i), i);
  const parts: Part[] = [];
  let [here, there] = [first, first];
  while (here < endBefore || there < endAfter) {
    let [nextHere, nextThere] = [endBefore, there];
    for (; nextThere < endAfter; nextThere += 1) {
      const place = places.get(after.child(nextThere));
      if (place === undefined || place < here) continue;
      nextHere = place;
      break;
    }
    const [went, came] = [nextHere - here, nextThere - there];
    const isPaired = went === came && went <= mostPairs;
    for (let i = 0; i < (isPaired ? went : Math.min(1, went + came)); i += 1) {
      const [start, end] = isPaired ? [here + i, here + i + 1] : [here, nextHere];
      const to = from + sizeOf(before, start, end);
      const content = Fragment.from(after.content.slice(there + i, isPaired ? there + i + 1 : nextThere));
      parts.push({ from, to, content });
      from = to;
    }
    [here, there] = [nextHere, nextThere];
    while (here < endBefore && there < endAfter && before.child(here) === after.child(there)) {
      from += before.child(here).nodeSize;
      here += 1;
      there += 1;
    }
  }
  return parts;
}

function sizeOf(blocks: Fragment, start: number, end: number): number {
  let size = 0;
  for (let i = start; i < end; i += 1) size += blocks.child(i).nodeSize;
  return size;
}
