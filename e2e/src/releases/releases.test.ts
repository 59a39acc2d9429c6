import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { operate, startProduct } from '@longhand/driver';
import { releaseFolder, storedReleases, unpackFolder } from './archive.ts';
import { contents, type Contents } from './contents.ts';
import { checkContents } from './check-contents.ts';

const releases = await storedReleases();

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'longhand-releases-'));
  await chmod(scratch, 0o711);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

test('the present version has a stored data folder: make it with npm run release-folder', async () => {
  const file = join(import.meta.dirname, '../../../package.json');
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(file, 'utf8')));
  expect(existsSync(releaseFolder(version)), releaseFolder(version)).toBe(true);
});

const backupParts = z.object({
  tables: z.array(z.object({ schema: z.string(), name: z.string() })),
  version: z.string(),
});
const backupSums = z.object({ tables: z.array(z.object({ sha256: z.string() })) });

/** Returns the hash of the rows of each table in a backup, and the version that made it. */
async function readBackup(file: string): Promise<{ version: string; sums: Map<string, string> }> {
  const partOf = async (name: string): Promise<unknown> =>
    JSON.parse((await promisify(execFile)('tar', ['-xOf', file, name])).stdout);
  const { tables, version } = backupParts.parse(await partOf('backup.json'));
  const { tables: sums } = backupSums.parse(await partOf('manifest.json'));
  const named = tables.map(({ schema, name }, index) => [`${schema}.${name}`, sums[index]?.sha256]);
  return { version, sums: new Map(named as [string, string][]) };
}

describe.each(releases)('the stored installation of version %s', (version) => {
  const stored = (name: string): string => join(releaseFolder(version), name);
  let expected: Contents;
  beforeAll(async () => {
    expected = contents.parse(JSON.parse(await readFile(stored('contents.json'), 'utf8')));
  });

  test('has the same rows in its data folder and in its backup', async () => {
    const dataDir = join(scratch, `rows-${version}`);
    await unpackFolder(stored('data.tar.zst'), dataDir);
    const again = join(scratch, `again-${version}.tar`);
    await operate(['backup', again], { DATA_DIR: dataDir });
    const [before, after] = [await readBackup(stored('backup.tar')), await readBackup(again)];
    expect(before.version).toBe(version);
    // Making the backup was recorded after it.
    for (const { sums } of [before, after]) sums.delete('public.backups');
    expect(after.sums).toEqual(before.sums);
  });

  test('opens, with everything in it and the text that was in the journal only', async () => {
    const dataDir = join(scratch, `data-${version}`);
    await unpackFolder(stored('data.tar.zst'), dataDir);
    await expectInside(dataDir, expected);
  });

  test('is restored from its backup, with everything in it', async () => {
    const dataDir = join(scratch, `restored-${version}`);
    await operate(['restore', stored('backup.tar')], { DATA_DIR: dataDir });
    await expectInside(dataDir, expected);
  });
});

/** Starts the product on a data folder, and expects the contents of an installation. */
async function expectInside(dataDir: string, expected: Contents): Promise<void> {
  const product = await startProduct({ dataDir });
  onTestFinished(() => product.close());
  await checkContents(product, expected);
}
