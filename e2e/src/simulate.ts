import { parseArgs } from 'node:util';
import { simulate } from '@longhand/sync/testing/simulation';

/**
 * `npm run simulate -- [--from 0] [--seeds 20000] [--edits]`: runs seeds of the simulation, and
 * prints how often each fault happened. With `--edits`, the server writes too. `npm test` runs some
 * hundred from a new first seed, and `npm run test:long` some thousand.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    seeds: { type: 'string', default: '20000' },
    edits: { type: 'boolean', default: false },
  },
});
const from = Number(values.from);
const seeds = Number(values.seeds);
let failed = 0;
let typed = 0;
let faults = 0;
let stored = 0;
const happened: Record<string, number> = {};

for (let seed = from; seed < from + seeds; seed += 1) {
  try {
    const report = await simulate(seed, { withEdits: values.edits });
    typed += report.typed;
    stored += report.stored;
    faults += report.faults;
    for (const [name, count] of Object.entries(report.happened))
      happened[name] = (happened[name] ?? 0) + count;
  } catch (error) {
    failed += 1;
    process.stdout.write(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
  if ((seed - from + 1) % 200 === 0)
    process.stdout.write(`${seed - from + 1} seeds, ${failed} failed\n`);
}
process.stdout.write(
  `${seeds} seeds, ${failed} failed; ${typed} tokens, ${stored} commits, ${faults} faults; others: ${JSON.stringify(happened)}\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
