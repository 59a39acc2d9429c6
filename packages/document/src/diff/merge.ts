import { align } from './align.ts';
import type { NodeJson } from '../schema/json.ts';
import { mergeChunk, type Conflict, type Resolve } from './merge-words.ts';
import { keyOf } from './keys.ts';

export { conflictKey, type Choice, type Conflict } from './merge-words.ts';

/** The merged document, and the conflicts that required a choice, in order. */
export type Merged = { readonly content: NodeJson; readonly conflicts: readonly Conflict[] };

const blocksOf = (doc: NodeJson): readonly NodeJson[] => doc.content ?? [];
const keysOf = (blocks: readonly NodeJson[]): string[] => blocks.map((node) => keyOf(node));

/**
 * Merges two documents derived from `base`: block by block, and within a block that both changed,
 * word by word. A passage changed by only one side is taken from that side.
 * @param choose Resolves a passage that both sides changed differently. Default: both, theirs
 * first, so that nothing is lost.
 * Source: S. Khanna, K. Kunal, B. C. Pierce, A Formal Investigation of Diff3 (2007).
 */
export function merge(
  base: NodeJson,
  ours: NodeJson,
  theirs: NodeJson,
  choose: Resolve['choose'] = () => 'both',
): Merged {
  const [baseBlocks, ourBlocks, theirBlocks] = [blocksOf(base), blocksOf(ours), blocksOf(theirs)];
  const resolve: Resolve = { choose, conflicts: [] };
  const baseKeys = keysOf(baseBlocks);
  const inOurs = new Map(align(baseKeys, keysOf(ourBlocks)));
  const inTheirs = new Map(align(baseKeys, keysOf(theirBlocks)));
  const content: NodeJson[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };

  /** Merges the blocks between two blocks that exist in all three documents. */
  function settle(to: typeof at): void {
    const before = baseBlocks.slice(at.base, to.base);
    const mine = ourBlocks.slice(at.ours, to.ours);
    const other = theirBlocks.slice(at.theirs, to.theirs);
    content.push(...(mergeChunk(before, mine, other, resolve) ?? []));
  }

  for (let place = 0; place < baseBlocks.length; place += 1) {
    const [we, they] = [inOurs.get(place), inTheirs.get(place)];
    if (we === undefined || they === undefined) continue;
    settle({ base: place, ours: we, theirs: they });
    content.push(theirBlocks[they] as NodeJson);
    at = { base: place + 1, ours: we + 1, theirs: they + 1 };
  }
  settle({ base: baseBlocks.length, ours: ourBlocks.length, theirs: theirBlocks.length });
  return { content: { ...theirs, content }, conflicts: resolve.conflicts };
}
