/**
 * Setup file of all Vitest projects. Gives every property and every random choice of a run one
 * seed, so that the run can be repeated.
 */
import fc from 'fast-check';
import { beforeEach } from 'vitest';

/** `SEED=… npm test` repeats a run; without it, each process draws a seed. */
const given = process.env['SEED'];
const seed =
  given === undefined || given === '' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
if (!Number.isInteger(seed)) throw new Error(`SEED is a whole number, not ${given}`);

fc.configureGlobal({ seed });

beforeEach(({ onTestFailed, task }) => {
  // Also printed for failed assertions outside of a property.
  onTestFailed(() => console.error(`${task.name}: random choices are repeated by SEED=${seed}`));
});
