import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseUnavailable } from './faults.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a connection of the pool gives up statements, locks and transactions in which nothing happens', async () => {
  const limits: Record<string, string> = {};
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    const { rows } = await database.pool.query<{ setting: string }>(
      'select current_setting($1) as setting',
      [name],
    );
    limits[name] = rows[0]?.setting ?? '';
  }
  expect(limits).toEqual({
    statement_timeout: '1min',
    lock_timeout: '20s',
    idle_in_transaction_session_timeout: '1min',
  });
});

test('what was given up is a fault, after which the same call may succeed', async () => {
  const client = await database.pool.connect();
  await client.query("set statement_timeout = '20ms'");
  const error = await client.query('select pg_sleep(60)').catch((reason: unknown) => reason);
  client.release(true);
  expect(isDatabaseUnavailable(error)).toBe(true);
});
