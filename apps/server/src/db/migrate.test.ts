import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKillPoints } from '../platform/kill-points.ts';
import {
  findPending,
  migrate,
  MigrationError,
  migrationsFolder,
  readMigrations,
  type Migration,
} from './migrate.ts';
import { createEmptyDatabase } from './testing.ts';

const never = createKillPoints(null);
const step = (name: string, sql: string): Migration => ({ name, sql, hash: sql });

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: pg.Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client(database.poolConfig);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

test('applies the migrations in order, once', async () => {
  const steps = [
    step('1.sql', 'create table a (x int)'),
    step('2.sql', 'alter table a rename to b'),
  ];
  expect(await migrate(client, steps, never)).toEqual(['1.sql', '2.sql']);
  expect(await migrate(client, steps, never)).toEqual([]);
  expect(await tables()).toEqual(['b', 'migrations']);
});

test('calls back before a database of an earlier version is changed, and changes nothing if that fails', async () => {
  const steps = [
    step('1.sql', 'create table a (x int)'),
    step('2.sql', 'alter table a rename to b'),
    step('3.sql', 'create table c (x int)'),
  ];
  const called: string[] = [];
  const before = async (migration: string): Promise<void> => void called.push(migration);
  await migrate(client, steps.slice(0, 1), never, before);
  await migrate(client, steps.slice(0, 1), never, before);
  expect(called).toEqual([]);
  await expect(migrate(client, steps, never, fail)).rejects.toThrow('killed');
  expect(await tables()).toEqual(['a', 'migrations']);
  await migrate(client, steps, never, before);
  expect(called).toEqual(['2.sql']);
  expect(await tables()).toEqual(['b', 'c', 'migrations']);
});

test('rolls back a failed migration, and keeps the earlier ones applied', async () => {
  const steps = [
    step('1.sql', 'create table a (x int)'),
    step('2.sql', 'create table b (x int); select no_such_thing()'),
  ];
  await expect(migrate(client, steps, never)).rejects.toThrow('no_such_thing');
  expect(await tables()).toEqual(['a', 'migrations']);
  const mended = [steps[0]!, step('2.sql', 'create table b (x int)')];
  expect(await migrate(client, mended, never)).toEqual(['2.sql']);
});

test('reports an exception raised by a migration as a message for the operator', async () => {
  const saying = step('1.sql', "do $$ begin raise exception 'Bring a ladder.'; end $$");
  const refused = migrate(client, [saying], never);
  await expect(refused).rejects.toThrow(MigrationError);
  await expect(refused).rejects.toThrow('Bring a ladder.');
});

test('reaches the kill point while-migrating inside the transaction of each migration', async () => {
  const points: string[] = [];
  const steps = [step('1.sql', 'create table a (x int)')];
  const dying = { reach: (point: string) => (points.push(point), fail()) };
  await expect(migrate(client, steps, dying)).rejects.toThrow('killed');
  expect(points).toEqual(['while-migrating']);
  expect(await tables()).toEqual(['migrations']);
});

test('two concurrent processes apply each migration once', async () => {
  const other = new pg.Client(database.poolConfig);
  await other.connect();
  const steps = await readMigrations(migrationsFolder);
  const taken = await Promise.all([migrate(client, steps, never), migrate(other, steps, never)]);
  await other.end();
  expect(taken.flat()).toEqual(steps.map(({ name }) => name));
});

test('refuses a database newer than the code, and a migration that was changed after it was applied', () => {
  const one = step('1.sql', 'a');
  expect(() => findPending([one], [one, step('2.sql', 'b')])).toThrow(MigrationError);
  expect(() => findPending([one], [one, step('2.sql', 'b')])).toThrow('newer than this version');
  expect(() => findPending([one], [{ name: '1.sql', hash: 'other' }])).toThrow(
    'was changed after it was applied',
  );
});

function fail(): never {
  throw new Error('killed');
}

test('refuses a database of a development version, with a message, and leaves it unchanged', async () => {
  const steps = await readMigrations(migrationsFolder);
  await migrate(client, [step('0001_people_projects_documents.sql', 'create table a ()')], never);
  const refused = migrate(client, steps, never);
  await expect(refused).rejects.toThrow(MigrationError);
  await expect(refused).rejects.toThrow('Start with an empty data folder.');
  expect(await tables()).toEqual(['a', 'migrations']);
});
