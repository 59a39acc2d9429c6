import type { Clock } from '../protocol/clock.ts';

/** Time constant of the measured rate (ms). */
const rateOver = 1_000;
/**
 * Documents per second without a delay, those for each further millisecond between two commits, and
 * the maximum time (ms). Source: measured, docs/decisions/0072-commit-pace.md.
 */
const documentsWithoutDelay = 200;
const documentsPerDelay = 100;
const delayMax = 8;

/** Minimum time between two group commits, which grows with the number of documents in them. */
export type CommitPace = {
  /** Resolves when the next commit may begin: at once, unless commits follow each other closely. */
  ready(): Promise<void>;
  /** Records that a commit begins. */
  began(documents: number): void;
};

/**
 * Creates the pace of one process. A commit costs the processor the same with one document as with
 * ten. Below 300 documents per second there is no delay.
 */
export function createCommitPace(clock: Clock): CommitPace {
  let rate = 0;
  let last = 0;

  return {
    async ready() {
      const above = rate - documentsWithoutDelay;
      const delay = Math.min(Math.floor(above / documentsPerDelay), delayMax);
      const left = Math.min(last + delay - clock.now(), delay);
      if (left > 0) await new Promise<void>((resolve) => void clock.after(left, resolve));
    },
    began(documents) {
      const elapsed = Math.max(clock.now() - last, 0);
      rate = rate * Math.exp(-elapsed / rateOver) + documents;
      last = clock.now();
    },
  };
}
