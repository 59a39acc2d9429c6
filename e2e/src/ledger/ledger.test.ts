import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signUp, startProduct } from '@longhand/driver';
import type { Fault } from './ledger.ts';
import { loseNothing, points } from './lose-nothing.ts';

/** Every named point once, the app, the database, and both at once. `ledger.long.test.ts` has more. */
const faults: readonly Fault[] = [
  ...points.map((point): Fault => ({ kind: 'point', point, time: 1 })),
  { kind: 'app' },
  { kind: 'both' },
  { kind: 'database' },
];

test(
  `${faults.length} kills lose nothing that was seen or said to be saved, and nothing that was typed`,
  () => loseNothing(faults, fc.readConfigureGlobal().seed ?? 1),
  900_000,
);

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
