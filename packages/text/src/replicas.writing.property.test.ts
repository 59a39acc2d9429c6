import { afterAll, expect, test } from 'vitest';
import { Play, type Weights } from './testing/play.ts';

/** The number of acts: 50,000, times the environment variable `CASES`. */
const acts = 50_000 * Number(process.env['CASES'] ?? 1);
/** The seed of the run: `SEED`, or one that is known to pass. `npm run soak:text` draws others. */
const seed = Number(process.env['SEED'] ?? 1);
/** A test may take three minutes, so the acts are done in parts. */
const parts = Math.ceil(acts / 2_500);

const weights: Weights = { act: 16, undo: 2, redo: 1, decide: 2, duel: 1 };
const play = new Play();

// The soak adds them up.
afterAll(() => {
  if (process.env['CASES'] !== undefined) console.info(`${play.acts} acts`);
});

test.each(Array.from({ length: parts }, (_, i) => i + 1))('three people write and suggest: part %i', (part) => {
  play.reach((part / parts) * acts, weights, seed + part * 1_000);
});

test('every kind of act was done often enough to count', () => {
  expect(play.missing(5_000)).toEqual([]);
  expect(play.arrivals).toBeGreaterThan(acts / 4);
});
