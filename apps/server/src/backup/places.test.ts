import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { openBucket } from '../files/s3.testing.ts';
import { createIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import type { BackupPlace } from '../platform/setting-types.ts';
import { openBackupStore } from './places.ts';
import { findOld, recordAttempt, recordRemoved, recordVerified } from './records.ts';

let database: TestDatabase;
let bucket: Awaited<ReturnType<typeof openBucket>>;
let folder: string;
const ids = createIds(systemClock);

beforeAll(async () => {
  database = await createTestDatabase();
  bucket = await openBucket();
  folder = await mkdtemp(join(tmpdir(), 'longhand-places-'));
});
afterAll(async () => {
  await bucket.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const places: readonly [string, () => BackupPlace][] = [
  ['a folder', () => ({ kind: 'folder', path: join(folder, 'new/backups') })],
  ['a bucket', () => ({ kind: 's3', location: bucket.location })],
];

test.each(places)(
  '%s stores and removes a backup; removing it twice is no error',
  async (_, place) => {
    const store = await openBackupStore(place());
    const path = join(folder, 'draft.tar');
    await writeFile(path, 'the backup');
    await store.store(path, 'a.tar');
    expect(await readdir(folder)).not.toContain('draft.tar');
    const stored = async (): Promise<string | null> => {
      const given = place();
      if (given.kind === 's3') return bucket.read('a.tar');
      return readFile(join(given.path, 'a.tar'), 'utf8').catch(() => null);
    };
    expect(await stored()).toBe('the backup');
    await store.remove('a.tar');
    expect(await stored()).toBe(null);
    await store.remove('a.tar');
  },
);

test('a folder that cannot be created is refused with a sentence', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const opening = openBackupStore({ kind: 'folder', path: join(file, 'backups') });
  await expect(opening).rejects.toThrow('BACKUP_TO cannot be created');
});

test('old are scheduled backups before the newest verified ones that are to be kept', async () => {
  const client = await database.pool.connect();
  const made: string[] = [];
  const record = async (
    at: number,
    options: { isScheduled?: boolean; isFailed?: boolean; isVerified?: boolean } = {},
  ) => {
    const { isScheduled = true, isFailed = false, isVerified = true } = options;
    const id = ids.uuid();
    made.push(id);
    await recordAttempt(client, {
      id,
      name: `${at}.tar`,
      isScheduled,
      startedAt: at * 86_400_000,
      result: {
        bytes: isFailed ? null : 10,
        isVerified: isVerified && !isFailed,
        error: isFailed ? 'The disk is full.' : null,
      },
    });
  };
  const old = async (keep: number): Promise<string[]> =>
    (await findOld(client, keep)).map(({ name }) => name);
  await record(1);
  await record(2, { isScheduled: false });
  await record(3, { isVerified: false });
  await record(4);
  await record(5, { isFailed: true });
  expect(await old(2)).toEqual([]);
  expect(await old(1)).toEqual(['1.tar', '3.tar']);
  await record(6);
  expect(await old(2)).toEqual(['1.tar', '3.tar']);
  await recordRemoved(client, made[0] ?? '');
  expect(await old(2)).toEqual(['3.tar']);
  await recordVerified(client, made[2] ?? '');
  expect(await old(2)).toEqual(['3.tar']);
  expect(await old(3)).toEqual([]);
  client.release();
});
