/** The setup file of all Vitest projects: gives every property and every random draw of a run one seed, which repeats it. */
import fc from 'fast-check';
import { beforeEach } from 'vitest';

/** `SEED=… npm test` repeats a run; without it each process draws one. */
const given = process.env['SEED'];
const seed = given === undefined || given === '' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
if (!Number.isInteger(seed)) throw new Error(`SEED is a whole number, not ${given}`);

fc.configureGlobal({ seed });

beforeEach(({ onTestFailed, task }) => {
  // Also where something is asserted after a property, or drawn without one.
  onTestFailed(() => console.error(`${task.name}: random choices are repeated by SEED=${seed}`));
});
