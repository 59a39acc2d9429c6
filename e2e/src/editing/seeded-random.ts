/** Pseudo-random choices that are reproducible from a seed. */
export type SeededRandom = {
  /** Returns an integer from 0 (inclusive) to `count` (exclusive). */
  upTo(count: number): number;
  pick<Item>(list: readonly Item[]): Item;
};

/**
 * Creates a {@link SeededRandom} from a seed. Source: mulberry32 by Tommy Ettinger, public domain.
 */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (count: number): number => Math.floor(next() * count);
  return {
    upTo,
    pick(list) {
      const item = list[upTo(list.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
  };
}
