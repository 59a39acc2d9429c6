import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schema } from './schema.ts';
import { createStatementTimes } from './statement-times.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('records only slow statements, by their SQL text and without their data', async () => {
  const times = createStatementTimes();
  const log = ({ query, queryDurationMillis }: LogEvent) =>
    times.heard(query.sql, queryDurationMillis + 100);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.pool }), log });
  await db.selectFrom('users').select('id').where('username', '=', 'a secret name').execute();
  await db.selectFrom('users').select('id').where('username', 'in', ['secret', 'names']).execute();
  await db
    .selectFrom('users')
    .select('id')
    .where('username', 'in', ['and', 'more', 'secret', 'names'])
    .execute();
  const taken = times.take();
  expect(Object.keys(taken)).toEqual([
    'select "id" from "users" where "username" = $1',
    'select "id" from "users" where "username" in ($…)',
  ]);
  expect(Object.values(taken).map(({ count }) => count)).toEqual([1, 2]);
  times.heard('select 1', 49);
  expect(times.take()).toEqual({});
});

test('limits the number and length of recorded statements, and keeps the slowest', () => {
  const times = createStatementTimes();
  for (let count = 0; count < 500; count += 1)
    times.heard(`select ${'x'.repeat(2_000)} from t${count}`, 60);
  for (let count = 0; count < 500; count += 1) times.heard(`select from t${count}`, 60);
  times.heard('select the slowest', 900);
  for (let count = 0; count < 500; count += 1) times.heard(`select more from t${count}`, 60);
  const taken = Object.keys(times.take());
  expect(taken).toHaveLength(50);
  expect(taken).toContain('select the slowest');
  expect(Math.max(...taken.map((text) => text.length))).toBeLessThanOrEqual(600);
});
