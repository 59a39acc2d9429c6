import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** How it stands with the jobs. Nothing in it says anything of people. */
export type JobsOverview = {
  /** How many jobs of each kind are in which state; those that ended are counted for a week. */
  counts: { name: string; state: 'waiting' | 'retrying' | 'running' | 'done' | 'failed'; count: number }[];
  /** Since when the oldest job waits that could run. Null where none does. */
  waitingSince: Date | null;
  /** The last ones that failed for good, newest first. `error` is the kind of error, not its message. */
  failures: { name: string; error: string; tries: number; at: Date }[];
};

const failuresShown = 20;

const stateNames = sql`case state when 'created' then 'waiting' when 'retry' then 'retrying' when 'active' then 'running'
  when 'completed' then 'done' else 'failed' end`;

/** Reads {@link JobsOverview}. */
export async function readOverview(db: Kysely<Schema>): Promise<JobsOverview> {
  const counts = await sql<JobsOverview['counts'][number]>`
    select data->>'job' as name, ${stateNames} as state, count(*) as count from jobs.job group by 1, 2 order by 1, 2`.execute(db);
  const failures = await sql<JobsOverview['failures'][number]>`
    select data->>'job' as name, coalesce(output->>'error', 'Timeout') as error, retry_count + 1 as tries, completed_on as at
    from jobs.job where state = 'failed' order by completed_on desc limit ${failuresShown}`.execute(db);
  const waiting = await sql<{ since: Date | null }>`
    select min(start_after) as since from jobs.job where state < 'active' and start_after < now()`.execute(db);
  return { counts: counts.rows, failures: failures.rows, waitingSince: waiting.rows[0]?.since ?? null };
}

/** The jobs that some process has in hand. */
export async function findRunning(db: Kysely<Schema>): Promise<{ queue: string; id: string }[]> {
  const { rows } = await sql<{ queue: string; id: string }>`
    select name as queue, id from jobs.job where state = 'active'`.execute(db);
  return rows;
}
