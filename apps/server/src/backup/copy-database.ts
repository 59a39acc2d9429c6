import pg from 'pg';
import { findPending, migrate, migrationsFolder, readMigrations } from '../db/migrate.ts';
import { Fault } from '../platform/fault.ts';
import { createKillPoints } from '../platform/kill-points.ts';
import { withoutConstraints } from './constraints.ts';
import type { TableContent, TableShape } from './format.ts';
import { emptyTables, listTables, readRows, useTextFormat, writeTables } from './tables.ts';

const noKill = createKillPoints(null);

/**
 * Copies a database into an empty one of another server, in the schema of the version that made it:
 * later migrations are not applied. Then reads all rows of the copy, and compares their number and
 * their bytes. Does nothing if the database was never used.
 *
 * @param before called before anything is written
 * @throws `Fault` if the copy differs, `MigrationError` for a database of a newer version; the
 *   error
 *   of PostgreSQL if rows contradict each other
 */
export async function copyDatabase(
  from: pg.ClientConfig,
  to: pg.ClientConfig,
  before: () => Promise<unknown>,
): Promise<void> {
  const source = new pg.Client(from);
  const target = new pg.Client(to);
  for (const client of [source, target]) {
    // A lost connection also rejects the statement under way.
    client.on('error', () => undefined);
  }
  try {
    for (const client of [source, target]) {
      await client.connect();
      await useTextFormat(client);
    }
    if (!(await isUsed(source))) return;
    await before();
    await source.query('begin isolation level repeatable read, read only');
    await createSchema(source, target);
    const tables = await expectSameTables(source, target);
    await expectSameRows(target, tables, await copyTables(source, target, tables));
    await target.query('analyze');
  } finally {
    for (const client of [source, target]) await client.end();
  }
}

async function isUsed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.migrations') is not null as found",
  );
  return rows[0]?.found === true;
}

async function createSchema(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const { rows: applied } = await source.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name collate "C"',
  );
  const ours = await readMigrations(migrationsFolder);
  findPending(ours, applied);
  await migrate(target, ours.slice(0, applied.length), noKill);
}

async function expectSameTables(
  source: pg.ClientBase,
  target: pg.ClientBase,
): Promise<TableShape[]> {
  const [tables, known] = [await listTables(source), await listTables(target)];
  const nameOf = ({ schema, name, columns }: TableShape): string =>
    `${schema}.${name} (${columns.join(', ')})`;
  const names = known.map(nameOf);
  const strange = tables.map(nameOf).find((name) => !names.includes(name));
  if (strange !== undefined)
    throw new Fault(`The database has a table that Longhand does not have: ${strange}.`);
  return tables;
}

/** Copies all rows in one transaction, and returns what was read of each table. */
async function copyTables(
  source: pg.ClientBase,
  target: pg.ClientBase,
  tables: readonly TableShape[],
): Promise<TableContent[]> {
  await target.query('begin');
  await target.query("set local maintenance_work_mem = '128MB'");
  const contents = await withoutConstraints(target, async () => {
    // Removes the rows that the migrations have added.
    await emptyTables(target, await listTables(target));
    return writeTables(target, tables, async (add) => {
      const copied: TableContent[] = [];
      for (const [index, table] of tables.entries())
        copied.push(await readRows(source, table, (chunk) => add(index, chunk)));
      return copied;
    });
  });
  await target.query('commit');
  return contents;
}

async function expectSameRows(
  target: pg.ClientBase,
  tables: readonly TableShape[],
  contents: readonly TableContent[],
): Promise<void> {
  for (const [index, table] of tables.entries()) {
    const expected = contents[index];
    const found = await readRows(target, table, () => undefined);
    if (expected?.rows === found.rows && expected.sha256 === found.sha256) continue;
    throw new Fault(
      `The table ${table.schema}.${table.name} was not copied exactly: ${found.rows} of ${expected?.rows} rows, or their values differ.`,
    );
  }
}
