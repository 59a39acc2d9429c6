import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operate, signUp, startProduct } from '@longhand/driver';
import { fillInstallation } from '../prepare/installation.ts';
import type { Bench } from './bench.ts';

/** Goal for the backup of an installation of 1 GB (s). */
const goal = 60;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;

/**
 * Measures the commands `backup`, `verify` and `restore` for an installation of 1 GB. The product
 * runs meanwhile, except for `restore`, which needs an empty folder.
 */
export async function runBackup(bench: Bench): Promise<void> {
  const size = bench.isQuick ? { documents: 100, files: 5 } : { documents: 7_000, files: 305 };
  const scratch = await mkdtemp(join(tmpdir(), 'bench-backup-'));
  await chmod(scratch, 0o711);
  const product = await startProduct({ env: { LIMIT_FILES_BYTES: '1000000000' } });
  try {
    const ada = await signUp(product.url, 'ada');
    const bytes = await fillInstallation(product, ada, size);
    for (let round = 0; round < bench.rounds; round += 1) {
      const file = join(scratch, `${round}.tar`);
      const restored = join(scratch, `restored-${round}`);
      const env = { DATA_DIR: product.dataDir };
      const commands = [
        { name: 'backup', args: ['backup', file], env, atMost: bench.isQuick ? null : goal },
        { name: 'verify', args: ['verify', file], env, atMost: null },
        { name: 'restore', args: ['restore', file], env: { DATA_DIR: restored }, atMost: null },
      ];
      for (const { name, args, env, atMost } of commands) {
        const began = performance.now();
        await operate(args, env);
        const seconds = (performance.now() - began) / 1_000;
        bench.say(`backup: ${name} ${seconds.toFixed(1)} s`);
        bench.figures.add(
          {
            workload: 'backup',
            size: megabytes(bytes),
            what: name,
            unit: 's',
            goal: atMost === null ? null : { of: 'value', atMost },
          },
          'longhand',
          seconds,
        );
      }
      bench.say(`backup: the file has ${megabytes((await stat(file)).size)}`);
      await rm(file);
      await rm(restored, { recursive: true });
    }
  } finally {
    await product.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
