import { afterAll, expect, test } from 'vitest';
import { Play, type Weights } from './play.ts';

/** Number of acts of a property: 50,000 times the environment variable `CASES`. */
const acts = 50_000 * Number(process.env['CASES'] ?? 1);
/** Seed of the run: `SEED`, or a seed that has passed. `npm run soak:text` draws others. */
const seed = Number(process.env['SEED'] ?? 1);
/** Number of parts, so that a failure names few acts. A part takes 20 s on an idle machine. */
const parts = Math.ceil(acts / 2_500);
/** Time limit of a part (ms), for machines that are busy with other work. */
const timeout = 600_000;

/**
 * Declares the tests of a property: three users act at random, and all rules hold after each act.
 *
 * @param title title of the test, without its part
 * @param weights how often each kind of act is drawn
 * @param from distance of its seeds from those of the run
 */
export function testReplicas(title: string, weights: Weights, from: number): void {
  const play = new Play();

  // The soak test sums these numbers.
  afterAll(() => {
    if (process.env['CASES'] !== undefined) console.info(`${play.acts} acts`);
  });

  test.each(Array.from({ length: parts }, (_, i) => i + 1))(
    `${title}: part %i`,
    { timeout },
    (part) => {
      play.reach((part / parts) * acts, weights, seed + from + part * 1_000);
    },
  );

  test('every kind of act occurred often enough', () => {
    expect(play.missing(5_000)).toEqual([]);
    expect(play.arrivals).toBeGreaterThan(acts / 4);
  });
}
