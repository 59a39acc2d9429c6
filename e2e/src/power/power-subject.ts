import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databasePid, startProduct } from '@longhand/driver';
import type { LedgerSubject } from '../ledger/subject.ts';
import { createPowerCutDisk, losesUnsyncedData, signalIfThere, stopAll } from './disk.ts';

/** Settings of the product: documents are compacted often, and the small disk is never full. */
const env = { COMPACT_UPDATES: '60', MIN_FREE_BYTES: '0' };

/** Time in which data that left a stopped process arrives at the writers (ms). */
const inFlight = 500;

/**
 * Starts the product on a disk whose power is cut in each round of the ledger test: its processes
 * are stopped, and it starts again on a copy of the disk that has only what was synced.
 *
 * @throws if this machine has no file system in a file, or one that keeps data without a sync
 */
export async function startOnPowerCutDisk(): Promise<LedgerSubject<'power'>> {
  const disk = await createPowerCutDisk();
  if (!(await losesUnsyncedData(disk))) {
    await disk.remove();
    throw new Error('A copy of the disk has data that was not synced: a power cut proves nothing.');
  }
  const dataDir = join(disk.folder, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  const product = await startProduct({ dataDir, env });
  return {
    url: product.url,
    prepare: () => Promise.resolve(),
    async inject() {
      const postmaster = (await databasePid(dataDir)) ?? 0;
      const all = await stopAll([product.pid, postmaster]);
      const stoppedAt = Date.now();
      await sleep(inFlight);
      await disk.cut();
      for (const pid of all) signalIfThere(pid, 'SIGKILL');
      await product.ended();
      return stoppedAt;
    },
    async recover() {
      await disk.restart();
      await product.start();
    },
    async close() {
      await product.close();
      await disk.remove();
    },
  };
}
