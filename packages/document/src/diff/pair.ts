import type { Match } from './align.ts';

/**
 * Features of a block for detecting that it is a changed version of another: its type, and its
 * words.
 */
export type Features = { type: string; words: ReadonlyMap<string, number>; size: number };

/** Maximum distance from its own position at which a changed block is searched. */
const reach = 12;

/**
 * Minimum similarity (Dice coefficient, 0 to 1) of two blocks to be treated as one changed block.
 */
const leastLike = 0.3;

/** Computes the features of a block with this type and text. */
export function featuresOf(type: string, text: string): Features {
  const words = new Map<string, number>();
  let size = 0;
  for (const [word] of text.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu,
  )) {
    words.set(word, (words.get(word) ?? 0) + 1);
    size += 1;
  }
  return { type, words, size };
}

/** Returns pairs of similar blocks, in the order of both lists, with maximum total similarity. */
export function pairSimilar(
  before: readonly Features[],
  after: readonly Features[],
  needsSameType: boolean,
): Match[] {
  const rows = before.length;
  const columns = after.length;
  if (rows === 0 || columns === 0) return [];
  const width = columns + 1;
  const slope = columns / rows;
  const band = Math.max(reach, Math.ceil(slope) + 1);
  const near = (b: number): [number, number] => [
    Math.max(0, Math.floor(b * slope) - band),
    Math.min(columns, Math.ceil(b * slope) + band),
  ];
  const chains = new Map<number, { match: Match; before: number | null; score: number }>();
  const tops = createTops(width);
  for (let b = 0; b < rows; b += 1) {
    const [from, to] = near(b);
    for (let a = to - 1; a >= from; a -= 1) {
      const likeness = likenessOf(before[b], after[a], needsSameType);
      if (likeness < leastLike) continue;
      const under = tops.before(a);
      const score = under.score + likeness;
      const key = b * width + a;
      chains.set(key, { match: [b, a], before: under.key, score });
      tops.add(a + 1, { score, key });
    }
  }
  const matches: Match[] = [];
  for (let key = tops.before(columns).key; key !== null;) {
    const link = chains.get(key);
    if (!link) break;
    matches.push(link.match);
    key = link.before;
  }
  return matches.reverse();
}

/** The best chain of pairs that ends before a column. On equal scores the first added one wins. */
type Top = { readonly score: number; readonly key: number | null };

/**
 * Stores the {@link Top} of every column in a Fenwick tree, with logarithmic update and query.
 * Source: Fenwick, 1994.
 */
function createTops(width: number): {
  before(column: number): Top;
  add(column: number, top: Top): void;
} {
  const nodes: (Top & { readonly order: number })[] = [];
  let added = 0;
  return {
    before(column) {
      let best = { score: 0, key: null as number | null, order: 0 };
      for (let i = column + 1; i > 0; i -= i & -i) {
        const node = nodes[i];
        if (
          node &&
          (node.score > best.score || (node.score === best.score && node.order < best.order))
        )
          best = node;
      }
      return best;
    },
    add(column, top) {
      added += 1;
      for (let i = column + 1; i <= width; i += i & -i)
        if (top.score > (nodes[i]?.score ?? 0)) nodes[i] = { ...top, order: added };
    },
  };
}

function likenessOf(
  one: Features | undefined,
  other: Features | undefined,
  needsSameType: boolean,
): number {
  if (!one || !other || (needsSameType && one.type !== other.type)) return 0;
  const bonus = one.type === other.type ? 0.01 : 0;
  if (one.size === 0 && other.size === 0) return bonus > 0 ? leastLike + bonus : 0;
  let shared = 0;
  const [few, many] =
    one.words.size <= other.words.size ? [one.words, other.words] : [other.words, one.words];
  for (const [word, count] of few) shared += Math.min(count, many.get(word) ?? 0);
  return (2 * shared) / (one.size + other.size) + bonus;
}
