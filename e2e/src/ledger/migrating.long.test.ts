import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signUp, startProduct } from '@longhand/driver';

test('a kill during the first migration leaves a data folder that the next start completes', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'migrating-'));
  await chmod(dataDir, 0o711);
  await expect(startProduct({ dataDir, env: { KILL_AT: 'while-migrating:1' } })).rejects.toThrow(
    /SIGKILL/,
  );
  const product = await startProduct({ dataDir });
  const ada = await signUp(product.url, 'ada');
  expect((await ada.call('listProjects')).items).toEqual([]);
  await product.close();
  await rm(dataDir, { recursive: true });
}, 300_000);
