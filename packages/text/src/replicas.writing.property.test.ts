import { afterAll, expect, test } from 'vitest';
import { Play, type Weights } from './testing/play.ts';

/** Number of acts: 50,000 times the environment variable `CASES`. */
const acts = 50_000 * Number(process.env['CASES'] ?? 1);
/** Seed of the run: `SEED`, or a seed that has passed. `npm run soak:text` draws others. */
const seed = Number(process.env['SEED'] ?? 1);
/** Number of parts, so that a failure names few acts. A part takes 20 s on an idle machine. */
const parts = Math.ceil(acts / 2_500);

const weights: Weights = { act: 16, undo: 2, redo: 1, decide: 2, duel: 1 };
/** Time limit of a part (ms), for machines that are busy with other work. */
const timeout = 600_000;
const play = new Play();

// The soak test sums these numbers.
afterAll(() => {
  if (process.env['CASES'] !== undefined) console.info(`${play.acts} acts`);
});

test.each(Array.from({ length: parts }, (_, i) => i + 1))(
  'the replicas of three users agree after edits and suggestions: part %i',
  { timeout },
  (part) => {
    play.reach((part / parts) * acts, weights, seed + part * 1_000);
  },
);

test('every kind of act occurred often enough', () => {
  expect(play.missing(5_000)).toEqual([]);
  expect(play.arrivals).toBeGreaterThan(acts / 4);
});
