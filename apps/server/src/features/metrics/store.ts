import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { CountedError } from '../../platform/error-stats.ts';
import { sample, type MetricsSample } from './sample.ts';

type Db = Kysely<Schema>;

/**
 * Retention of rows (hours) by their resolution (seconds): older rows are coarser. Thirty days in
 * total.
 */
export const retention = [
  { seconds: 10, hours: 1 },
  { seconds: 60, hours: 24 },
  { seconds: 600, hours: 720 },
] as const;

/** Metrics of a stored period. `at`: its end. */
export type MetricsPeriod = {
  readonly seconds: number;
  readonly at: Date;
  readonly data: MetricsSample;
};

const hour = 3_600_000;

/** Stores periods of one process. Existing ones remain unchanged. */
export async function addPeriods(
  db: Db,
  processId: string,
  periods: readonly MetricsPeriod[],
): Promise<void> {
  if (periods.length === 0) return;
  const rows = periods.map(({ seconds, at, data }) => ({
    process_id: processId,
    seconds,
    at,
    data: JSON.stringify(data),
  }));
  await db
    .insertInto('metrics')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the periods of all processes since a time, oldest first. Skips rows of other versions
 * that cannot be parsed.
 */
export async function readPeriods(
  db: Db,
  { seconds, since }: { seconds: number; since: Date },
): Promise<(MetricsPeriod & { processId: string })[]> {
  const rows = await db
    .selectFrom('metrics')
    .select(['process_id as processId', 'at', 'data'])
    .where('seconds', '=', seconds)
    .where('at', '>', since)
    .orderBy('at')
    .execute();
  return rows.flatMap(({ processId, at, data }) => {
    const read = sample.safeParse(data);
    return read.success ? [{ processId, seconds, at, data: read.data }] : [];
  });
}

/** Deletes rows after their retention time. */
export async function removeOld(db: Db, now: number): Promise<void> {
  for (const { seconds, hours } of retention) {
    const before = new Date(now - hours * hour);
    await db
      .deleteFrom('metrics')
      .where('seconds', '=', seconds)
      .where('at', '<', before)
      .execute();
  }
  await db
    .deleteFrom('error_stats')
    .where('last_seen', '<', new Date(now - 720 * hour))
    .execute();
}

/** Adds errors to the stored counts. */
export async function addErrors(db: Db, errors: readonly CountedError[]): Promise<void> {
  for (const { firstSeen, lastSeen, ...error } of errors) {
    await db
      .insertInto('error_stats')
      .values({ ...error, first_seen: new Date(firstSeen), last_seen: new Date(lastSeen) })
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet({
          count: sql<number>`error_stats.count + excluded.count`,
          last_seen: sql<Date>`greatest(error_stats.last_seen, excluded.last_seen)`,
        }),
      )
      .execute();
  }
}

/** Returns errors last seen since a time, newest first. */
export async function listErrors(db: Db, since: Date) {
  const rows = await db
    .selectFrom('error_stats')
    .select([
      'fingerprint',
      'kind',
      'name',
      'place',
      'count',
      'first_seen as firstSeen',
      'last_seen as lastSeen',
    ])
    .where('last_seen', '>', since)
    .orderBy('last_seen', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    ...row,
    firstSeen: row.firstSeen.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
  }));
}

/** Returns the current metrics of the database. */
export async function readDatabase(
  db: Db,
): Promise<{ bytes: number; active: number; idle: number; max: number }> {
  const { rows } = await sql<{ bytes: number; active: number; idle: number; max: number }>`
    select pg_database_size(current_database()) as bytes, current_setting('max_connections')::int as max,
      count(*) filter (where state = 'active') as active, count(*) filter (where state <> 'active') as idle
    from pg_stat_activity where datname = current_database()`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no metrics of itself');
  return row;
}
