import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** What being asked changes: that somebody was refused is noted. */
const noted = new Set(['public.audit_log', 'public.sessions', 'public.figures']);

/**
 * Makes a look at everything that is stored: how many rows each table has, and by which transaction its newest was written. Equal looks,
 * nothing was added, changed or removed in between.
 */
export async function createStoredLook(db: Kysely<Schema>): Promise<() => Promise<string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const kept = tables.filter(({ name }) => !noted.has(name));
  const parts = kept.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, count(*) as count, max(xmin::text::bigint) as newest from ${sql.raw(name)}`,
  );
  const jobs = sql`select 'jobs.job' as name, count(*) as count, max(xmin::text::bigint) as newest from jobs.job`;
  const all = sql<{ name: string; count: number; newest: number | null }>`${sql.join([...parts, jobs], sql` union all `)}`;
  return async () => JSON.stringify((await all.execute(db)).rows);
}
