import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct } from '@longhand/driver';
import { writeLetter } from './letter.ts';

test('an older copy of the data folder is put back: open pages bring the later text back, also that of a closed page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-older-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
  await mkdir(dataDir, { mode: 0o711 });
  const product = await startProduct({ dataDir });
  onTestFinished(() => product.close());
  const letter = await writeLetter([product.url, product.url]);
  await letter.type('early');
  await product.kill('SIGTERM');
  await promisify(execFile)('cp', ['-a', dataDir, copy]);
  await product.start();
  expect(product.errors()).not.toContain('is a copy');
  await letter.typeAndClose('late');

  await product.kill('SIGTERM');
  await rename(dataDir, join(folder, 'lost'));
  await rename(copy, dataDir);
  await product.start();
  expect(product.errors()).toContain('is a copy');
  await letter.expectAll();
}, 300_000);
