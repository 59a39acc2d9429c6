import { parseArgs } from 'node:util';
import { simulate } from '@longhand/sync/testing/simulation';

/**
 * `npm run simulate -- [--from 0] [--seeds 20000]`: runs seeds of the simulation. `npm test` runs
 * 300 of each kind from a new first seed, `npm run test:long` 1,000.
 */
const { values } = parseArgs({
  options: { from: { type: 'string', default: '0' }, seeds: { type: 'string', default: '20000' } },
});
const from = Number(values.from);
const seeds = Number(values.seeds);
let failed = 0;
let typed = 0;
let faults = 0;

for (let seed = from; seed < from + seeds; seed += 1) {
  try {
    const report = await simulate(seed);
    typed += report.stored;
    faults += report.faults;
  } catch (error) {
    failed += 1;
    process.stdout.write(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
  if ((seed - from + 1) % 1_000 === 0)
    process.stdout.write(`${seed - from + 1} seeds, ${failed} failed\n`);
}
process.stdout.write(`${seeds} seeds, ${failed} failed; ${typed} commits, ${faults} faults\n`);
process.exitCode = failed === 0 ? 0 : 1;
