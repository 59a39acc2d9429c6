import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { KillPoints } from '../platform/kill-points.ts';
import { advisoryLocks } from './advisory-locks.ts';

/** The database and the code are incompatible. The message is a sentence for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * One step of the schema. Steps are ordered by file name. The hash (SHA-256, hex) detects later
 * changes.
 */
export type Migration = { readonly name: string; readonly sql: string; readonly hash: string };

type Applied = { readonly name: string; readonly hash: string };

/** Folder of the migrations of this version. */
export const migrationsFolder: string = join(import.meta.dirname, 'migrations');

/**
 * Reads the migrations of a folder in order. Line endings are normalized, since Git may change
 * them.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Returns the pending migrations. Throws if the database has steps that the code does not know, or
 * that differ.
 */
export function findPending(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  for (const [index, step] of applied.entries()) {
    const ours = migrations[index];
    if (index === 0 && ours?.name !== step.name) {
      throw new MigrationError(
        'This data folder was made by a development version of Longhand, whose database this version cannot read. ' +
          'Start with an empty data folder. To keep the texts, export them with the version that made the folder, and import the files.',
      );
    }
    if (ours?.name !== step.name) {
      throw new MigrationError(
        `The database is newer than this version of Longhand: it contains the migration ${step.name}, which is unknown here. ` +
          'Start the version that created it, or a later one. docs/operations.md describes the way back.',
      );
    }
    if (ours.hash !== step.hash) {
      throw new MigrationError(
        `The migration ${step.name} was changed after it was applied to this database. ` +
          'Restore the file. A change of the schema requires a new migration.',
      );
    }
  }
  return migrations.slice(applied.length);
}

async function apply(client: pg.ClientBase, migration: Migration, kill: KillPoints): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    kill.reach('while-migrating');
    await client.query('insert into migrations (name, hash) values ($1, $2)', [
      migration.name,
      migration.hash,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw isSaidByStep(error) ? new MigrationError(error.message, { cause: error }) : error;
  }
}

/**
 * True if a step reports an unmet requirement with `raise exception`, as a sentence for the
 * operator.
 */
function isSaidByStep(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'P0001';
}

/**
 * Called before the first pending migration, with its name. If it throws, the database stays as it
 * was.
 */
export type BeforeMigrating = (migration: string) => Promise<unknown>;

/**
 * Migrates the database and returns the names of the applied steps. Each step is one transaction
 * that includes its row in `migrations`, so a kill leaves it complete or not begun. A lock
 * serializes several processes. Throws {@link MigrationError} if database and code are
 * incompatible. `beforeMigrating`: called before the database of an earlier version is changed.
 */
export async function migrate(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  kill: KillPoints,
  beforeMigrating: BeforeMigrating = () => Promise.resolve(),
): Promise<string[]> {
  await client.query('select pg_advisory_lock($1, $2)', [...advisoryLocks.migration]);
  try {
    await client.query(
      `create table if not exists migrations (
        name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp())`,
    );
    const { rows } = await client.query<Applied>(
      'select name, hash from migrations order by name collate "C"',
    );
    const pending = findPending(migrations, rows);
    const [first] = pending;
    if (first !== undefined && rows.length > 0) await beforeMigrating(first.name);
    for (const migration of pending) await apply(client, migration, kill);
    return pending.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1, $2)', [...advisoryLocks.migration]);
  }
}
