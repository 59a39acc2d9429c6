import type { NodeJson } from '../schema/json.ts';

/** Indices of one block in the three lists. */
export type Pair = { readonly was: number; readonly we: number; readonly they: number };

/**
 * Maximum number of word comparisons between blocks; above it, a sequence of blocks is one
 * conflict.
 */
const mostComparisons = 2_000_000;

/** Returns the blocks of `was` that both sides still have, changed or not, in order. */
export function pairsOf(
  was: readonly NodeJson[],
  we: readonly NodeJson[],
  they: readonly NodeJson[],
): Pair[] {
  if (was.length === we.length && was.length === they.length)
    return was.map((_, i) => ({ was: i, we: i, they: i }));
  const [before, mine, other] = [was, we, they].map((blocks) => blocks.map(wordsOf)) as [
    Words[],
    Words[],
    Words[],
  ];
  const most = before.reduce((sum, { words }) => sum + words.size + 1, 0);
  if (most * (we.length + they.length) > mostComparisons) return [];
  const [inOurs, inTheirs] = [alikeIn(before, mine), alikeIn(before, other)];
  return was.flatMap((_, i) => {
    const [ours, theirs] = [inOurs.get(i), inTheirs.get(i)];
    return ours === undefined || theirs === undefined ? [] : [{ was: i, we: ours, they: theirs }];
  });
}

/**
 * Returns for each block the similar one in another list, in the order of both: the longest common
 * subsequence.
 */
function alikeIn(before: readonly Words[], after: readonly Words[]): ReadonlyMap<number, number> {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  const alike = (b: number, a: number): boolean => {
    const [one, other] = [before[b], after[a]];
    return one !== undefined && other?.type === one.type && isAlike(one.words, other.words);
  };
  const at = (b: number, a: number): number => lengths[b]?.[a] ?? 0;
  for (let b = before.length - 1; b >= 0; b -= 1)
    for (let a = after.length - 1; a >= 0; a -= 1)
      (lengths[b] as number[])[a] = alike(b, a)
        ? at(b + 1, a + 1) + 1
        : Math.max(at(b + 1, a), at(b, a + 1));
  const pairs = new Map<number, number>();
  for (let b = 0, a = 0; b < before.length && a < after.length;) {
    if (alike(b, a)) pairs.set(b++, a++);
    else if (at(b + 1, a) >= at(b, a + 1)) b += 1;
    else a += 1;
  }
  return pairs;
}

/** Type of a block, and its words. */
type Words = { readonly type: string; readonly words: ReadonlySet<string> };

function wordsOf(node: NodeJson): Words {
  const words = new Set<string>();
  const read = ({ text, content }: NodeJson): void => {
    for (const word of text?.split(/\s+/) ?? []) if (word !== '') words.add(word);
    for (const child of content ?? []) read(child);
  };
  read(node);
  return { type: node.type, words };
}

/** True if two blocks share at least half of the words of the shorter one. */
function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const word of few) if (many.has(word)) shared += 1;
  return few.size > 0 && shared * 2 >= few.size;
}
