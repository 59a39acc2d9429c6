import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signUp, startProduct } from '@longhand/driver';

/** Kills the first start at the n-th migration. Returns false if there are fewer migrations. */
async function isKilledAt(dataDir: string, time: number): Promise<boolean> {
  try {
    const product = await startProduct({ dataDir, env: { KILL_AT: `while-migrating:${time}` } });
    await product.close();
    return false;
  } catch (error) {
    if (String(error).includes('SIGKILL')) return true;
    throw error;
  }
}

test('a kill during the n-th migration leaves a data folder that the next start completes, for each n', async () => {
  let kills = 0;
  for (let time = 1, isReached = true; isReached; time += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'migrating-'));
    await chmod(dataDir, 0o711);
    isReached = await isKilledAt(dataDir, time);
    if (isReached) {
      kills += 1;
      const product = await startProduct({ dataDir });
      const ada = await signUp(product.url, 'ada');
      expect((await ada.call('listProjects')).items, `migration ${time}`).toEqual([]);
      await product.close();
    }
    await rm(dataDir, { recursive: true });
  }
  expect(kills).toBeGreaterThan(20);
}, 900_000);
