import fc from 'fast-check';
import { expect } from 'vitest';
import { faultNames, type FaultName } from './simulation-faults.ts';
import { simulate } from './simulation.ts';

type Report = Awaited<ReturnType<typeof simulate>>;

/** Sums over the reports of several seeds. */
type Sums = {
  readonly of: (name: Exclude<keyof Report, 'happened'>) => number;
  readonly happened: (name: FaultName) => number;
};

/**
 * First seed of the simulation, drawn from the seed of the run. Even, because even seeds write
 * tokens, and small, because a seed times a hundred is a client id.
 */
const firstSeed = 2 * (((fc.readConfigureGlobal().seed ?? 0) >>> 0) % 5_000_000);

/** Runs seeds and sums their reports. An error names its seed, for `npm run simulate`. */
async function sumOf(
  seeds: readonly number[],
  storm: (seed: number) => Promise<Report>,
): Promise<Sums> {
  const reports: Report[] = [];
  for (const seed of seeds)
    reports.push(
      await storm(seed).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      }),
    );
  return {
    of: (name) => reports.reduce((sum, report) => sum + report[name], 0),
    happened: (name) => reports.reduce((sum, { happened }) => sum + (happened[name] ?? 0), 0),
  };
}

const seedsOf = (count: number, first: number, step: number): number[] =>
  Array.from({ length: count }, (_, i) => firstSeed + first + i * step);

/**
 * Runs even seeds, whose pages write tokens, or odd ones, whose pages make edits of all kinds;
 * expects [SIM1] to [SIM18], and that each fault happened.
 */
export async function expectStormsToHold(count: number, kind: 'tokens' | 'edits'): Promise<void> {
  const { of: sum, happened } = await sumOf(seedsOf(count, kind === 'tokens' ? 0 : 1, 2), (seed) =>
    simulate(seed),
  );
  expect(sum('stored')).toBeGreaterThan(count * 10);
  expect(sum('faults')).toBeGreaterThan(count * 10);
  expect(sum('forged')).toBeGreaterThan(count * 2);
  if (kind === 'edits') expect(sum('decided')).toBeGreaterThan(count / 5);
  for (const name of faultNames) expect(happened(name), name).toBeGreaterThan(0);
}

/** Runs seeds in which the server writes too. */
export async function expectServerEditsToHold(count: number): Promise<void> {
  const { of: sum } = await sumOf(seedsOf(count, 0, 1), (seed) =>
    simulate(seed, { withEdits: true }),
  );
  expect(sum('stored')).toBeGreaterThan(count * 10);
  // The server begins about seventeen edits per seed; kills and disk failures interrupt some.
  expect(sum('edited')).toBeGreaterThan(count * 8);
}
