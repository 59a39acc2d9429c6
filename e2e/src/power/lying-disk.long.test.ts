import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databasePid, startProduct } from '@longhand/driver';
import { writeLetter } from '../lost-tail/letter.ts';
import { createPowerCutDisk, findUnsupportedReason, signalIfThere, stopAll } from './disk.ts';

const machineLacks = await findUnsupportedReason();
if (machineLacks !== null)
  console.warn(
    `NOT TRIED: a disk that loses synced data. This machine has no file system in a file: ${machineLacks}`,
  );

/** Changes the mark of a data folder, as if it had been in use in another start of the machine. */
async function markOtherBoot(dataDir: string): Promise<void> {
  const path = join(dataDir, 'storage-mark.json');
  const mark = JSON.parse(await readFile(path, 'utf8')) as { boot: unknown };
  expect(mark.boot).toEqual(expect.any(String));
  await writeFile(path, JSON.stringify({ ...mark, boot: 'another' }));
}

describe.runIf(machineLacks === null)('a power cut on a disk that loses synced data', () => {
  test('open pages bring the lost text back, also that of a closed page', async () => {
    const disk = await createPowerCutDisk();
    onTestFinished(() => disk.remove());
    const dataDir = join(disk.folder, 'data');
    await mkdir(dataDir, { mode: 0o711 });
    const product = await startProduct({ dataDir, env: { MIN_FREE_BYTES: '0' } });
    onTestFinished(() => product.close());
    const letter = await writeLetter([product.url, product.url]);
    await letter.type('early');
    const running = async (): Promise<number[]> =>
      stopAll([product.pid, (await databasePid(dataDir)) ?? 0]);
    // All that is written after this moment is lost, although it is synced.
    const stopped = await running();
    await disk.flush();
    await disk.cut();
    for (const pid of stopped) signalIfThere(pid, 'SIGCONT');
    await letter.typeAndClose('late');

    for (const pid of await running()) signalIfThere(pid, 'SIGKILL');
    await product.ended();
    await disk.restart();
    await markOtherBoot(dataDir);
    await product.start();
    expect(product.errors()).toContain('the machine stopped');
    await letter.expectAll();
  }, 600_000);
});
