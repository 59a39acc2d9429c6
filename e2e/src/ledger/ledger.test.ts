import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signUp, startProduct } from '@longhand/driver';
import { runLedger, type Fault } from './ledger.ts';

const points = ['before-commit', 'after-commit', 'before-ack', 'before-fold', 'before-snapshot', 'after-snapshot'];

/** Every named point at its first and a later time, the app at random moments, the database, both. */
const faults: readonly Fault[] = [
  ...points.flatMap((point, i): Fault[] => [
    { kind: 'point', point, time: 1 },
    { kind: i % 2 === 0 ? 'app' : 'database' },
    { kind: 'point', point, time: 3 + i },
  ]),
  { kind: 'both' },
  { kind: 'app' },
  { kind: 'both' },
  { kind: 'database' },
  { kind: 'app' },
  { kind: 'both' },
  { kind: 'app' },
];

/** Said when a test fails, and repeated by `SEED=…`. */
const seed = fc.readConfigureGlobal().seed ?? 1;

/** Two products side by side, each with every second fault: most of the time is waiting for starts. */
const [odd, even] = [1, 0].map((rest) => faults.filter((_fault, i) => i % 2 === rest)) as [Fault[], Fault[]];

describe.concurrent(`${faults.length} kills lose nothing that was seen or said to be saved, and nothing that was typed`, () => {
  test(`${even.length} of them`, () => loseNothing(even, seed), 900_000);
  test(`the other ${odd.length}`, () => loseNothing(odd, seed + 1), 900_000);
});

async function loseNothing(faults: readonly Fault[], seed: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'));
  const outcome = await runLedger({ faults, seed, file: join(folder, 'ledger.jsonl') });
  const none = { missing: [], twice: [], unknown: [] };
  for (const round of outcome.rounds) {
    expect(round.findings, JSON.stringify(round.fault)).toEqual([none, none, none, none]);
    expect(round.reached, `${JSON.stringify(round.fault)} was reached`).toBe(true);
  }
  expect(outcome.final).toEqual([none, none, none, none]);
  expect(outcome.differing).toBe(0);
  expect(outcome.lied).toBe(0);
  // A run in which nothing happened proves nothing.
  expect(outcome.promised).toBeGreaterThan(faults.length * 20);
  expect(outcome.typed).toBeGreaterThanOrEqual(outcome.promised);
  await rm(folder, { recursive: true });
}

test('a kill in the middle of the first migration leaves a folder that the next start makes whole', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'migrating-'));
  await chmod(dataDir, 0o711);
  await expect(startProduct({ dataDir, env: { KILL_AT: 'while-migrating:1' } })).rejects.toThrow(/SIGKILL/);
  const product = await startProduct({ dataDir });
  const ada = await signUp(product.url, 'ada');
  expect((await ada.call('listProjects')).items).toEqual([]);
  await product.close();
  await rm(dataDir, { recursive: true });
}, 300_000);
