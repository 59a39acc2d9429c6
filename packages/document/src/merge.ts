import { align } from './align.ts';
import type { NodeJson } from './json.ts';
import { mergeChunk } from './merge-words.ts';
import { keyOf } from './shared-keys.ts';

/** A passage that both sides have changed, each in another way: what stood there before, and what either makes of it. */
export type Conflict = {
  readonly before: readonly NodeJson[];
  readonly ours: readonly NodeJson[];
  readonly theirs: readonly NodeJson[];
};

/** Two changed documents as one. Where both changed the same passage, `content` holds theirs and then ours, so that nothing is lost. */
export type Merged = { readonly content: NodeJson; readonly conflicts: readonly Conflict[] };

const blocksOf = (doc: NodeJson): readonly NodeJson[] => doc.content ?? [];
const keysOf = (blocks: readonly NodeJson[]): string[] => blocks.map((node) => keyOf({ kind: 'element', node }));

/**
 * Puts together what became of `base` in two places, block by block: a passage that one side changed is taken from that side, what both
 * changed alike is taken once, and blocks that both changed in different words are merged word by word (`mergeBlock`). Source: S. Khanna, K. Kunal, B. C. Pierce, A Formal Investigation of Diff3 (2007).
 */
export function merge(base: NodeJson, ours: NodeJson, theirs: NodeJson): Merged {
  const [baseBlocks, ourBlocks, theirBlocks] = [base, ours, theirs].map(blocksOf) as [
    readonly NodeJson[],
    readonly NodeJson[],
    readonly NodeJson[],
  ];
  const baseKeys = keysOf(baseBlocks);
  const inOurs = new Map(align(baseKeys, keysOf(ourBlocks)));
  const inTheirs = new Map(align(baseKeys, keysOf(theirBlocks)));
  const content: NodeJson[] = [];
  const conflicts: Conflict[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };

  /** Settles what lies between two blocks that all three have. */
  function settle(to: typeof at): void {
    const before = baseBlocks.slice(at.base, to.base);
    const mine = ourBlocks.slice(at.ours, to.ours);
    const other = theirBlocks.slice(at.theirs, to.theirs);
    const [was, we, they] = [before, mine, other].map((blocks) => keysOf(blocks).join('\n'));
    if (we === was || we === they) content.push(...other);
    else if (they === was) content.push(...mine);
    else {
      const merged = mergeChunk(before, mine, other);
      if (merged !== null) return void content.push(...merged);
      content.push(...other, ...mine);
      conflicts.push({ before, ours: mine, theirs: other });
    }
  }

  for (let place = 0; place < baseBlocks.length; place += 1) {
    const [we, they] = [inOurs.get(place), inTheirs.get(place)];
    if (we === undefined || they === undefined) continue;
    settle({ base: place, ours: we, theirs: they });
    content.push(theirBlocks[they] as NodeJson);
    at = { base: place + 1, ours: we + 1, theirs: they + 1 };
  }
  settle({ base: baseBlocks.length, ours: ourBlocks.length, theirs: theirBlocks.length });
  return { content: { ...theirs, content }, conflicts };
}
