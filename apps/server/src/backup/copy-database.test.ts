import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { createIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { dumpOf, openEmpty } from './backup.testing.ts';
import { copyDatabase } from './copy-database.ts';

const ids = createIds(systemClock);
const nothing = (): Promise<void> => Promise.resolve();

let source: TestDatabase;
beforeAll(async () => {
  source = await createTestDatabase();
  for (const text of ['a\tb\nc\\d\\.\r\n\\N', '\\.', '', '💚 é 中文 \u202E\u0001'])
    await source.pool.query(
      `insert into messages (id, kind, email, message) values ($1, 'contact', 'a@example.org', $2)`,
      [ids.uuid(), text],
    );
});
afterAll(() => source.drop());

async function openTarget() {
  const target = await openEmpty();
  onTestFinished(() => target.close());
  return target;
}

const copyTo = ({ connection }: { connection: pg.PoolConfig }, before = nothing): Promise<void> =>
  copyDatabase(source.poolConfig as pg.ClientConfig, connection as pg.ClientConfig, before);

async function dumpOfSource(): Promise<Map<string, string>> {
  const client = await source.pool.connect();
  try {
    return await dumpOf(client);
  } finally {
    client.release(true);
  }
}

test('all rows are copied with all their bytes', async () => {
  const target = await openTarget();
  await copyTo(target);
  expect(await dumpOf(target.client)).toEqual(await dumpOfSource());
});

test('nothing is written if the callback before fails', async () => {
  const target = await openTarget();
  const full = (): Promise<void> => Promise.reject(new Error('full'));
  await expect(copyTo(target, full)).rejects.toThrow('full');
  expect(await dumpOf(target.client)).toEqual(new Map());
});

test('a table that the product does not have is refused', async () => {
  await source.pool.query('create table strange (a int)');
  const target = await openTarget();
  await expect(copyTo(target)).rejects.toThrow('that Longhand does not have: public.strange (a)');
  await source.pool.query('drop table strange');
});

test('a database that was never used is left empty', async () => {
  const [empty, target] = [await openTarget(), await openTarget()];
  const configs = [empty, target].map(({ connection }) => connection as pg.ClientConfig);
  await copyDatabase(configs[0] ?? {}, configs[1] ?? {}, () => Promise.reject(new Error('used')));
  expect(await dumpOf(target.client)).toEqual(new Map());
});
