import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type pg from 'pg';
import { createLog } from '../platform/log.ts';
import { createLineageCheck } from './lineage.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
const logged: string[] = [];
const log = createLog('error', { write: (line) => void logged.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  await createDocument(database.pool);
});

afterAll(() => database.drop());

beforeEach(() => void logged.splice(0));

async function createDocument(pool: pg.Pool): Promise<void> {
  const id = '0192f0a0-0000-7000-8000-000000000001';
  await pool.query(
    `insert into users (id, username, username_key, name, email, email_key, password_hash, avatar_color)
     values ($1, 'ada', 'ada', 'Ada', 'ada@example.org', 'ada@example.org', '', '#000000')`,
    [id],
  );
  await pool.query('insert into documents (id, created_by) values ($1, $1)', [id]);
}

async function epochIn(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ epoch: number | string }>('select epoch from documents');
  return Number(rows[0]?.epoch);
}

test('a process that starts again on the same database begins no epoch', async () => {
  const before = await epochIn(database.pool);
  for (let starts = 0; starts < 2; starts += 1) {
    const check = createLineageCheck(database.pool, log);
    for (let runs = 0; runs < 2; runs += 1) expect(await check.run()).toBe(false);
  }
  expect(await epochIn(database.pool)).toBe(before);
  expect(logged).toEqual([]);
});

test('a database with the rows of another one begins one new epoch, also if two processes start at once', async () => {
  await createLineageCheck(database.pool, log).run();
  const copy = await createTestDatabase();
  try {
    await createDocument(copy.pool);
    const { rows } = await database.pool.query<{ lineage: string }>(
      'select lineage from database_lineage',
    );
    await copy.pool.query('insert into database_lineage (lineage) values ($1)', [rows[0]?.lineage]);
    const before = await epochIn(copy.pool);
    const checks = [createLineageCheck(copy.pool, log), createLineageCheck(copy.pool, log)];
    // A process that reads after the other one has stored the lineage starts with it.
    expect(await Promise.all(checks.map((check) => check.run()))).toContain(true);
    const raised = await epochIn(copy.pool);
    expect(raised).toBeGreaterThan(before);
    expect(logged).toHaveLength(1);
    for (const check of [...checks, createLineageCheck(copy.pool, log)])
      expect(await check.run()).toBe(false);
    expect(await epochIn(copy.pool)).toBe(raised);
  } finally {
    await copy.drop();
  }
});

test('a database that does not tell its lineage is used without it, and the log says so once', async () => {
  const other = await createTestDatabase();
  try {
    // As for a role that may not execute the functions.
    await other.pool.query('drop table database_lineage');
    const check = createLineageCheck(other.pool, log);
    for (let runs = 0; runs < 3; runs += 1) expect(await check.run()).toBe(false);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('cannot be read');
  } finally {
    await other.drop();
  }
});
