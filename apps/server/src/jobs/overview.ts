import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Overview of the jobs. Contains no user data. */
export type JobsOverview = {
  /** Number of jobs by kind and state. Ended jobs are counted for one week. */
  counts: {
    name: string;
    state: 'waiting' | 'retrying' | 'running' | 'done' | 'failed';
    count: number;
  }[];
  /** Time since which the oldest runnable job waits, or null if there is none. */
  waitingSince: Date | null;
  /**
   * The last permanently failed jobs, newest first. `error` is the kind of error, not its message.
   */
  failures: { name: string; error: string; tries: number; at: Date }[];
};

const failuresShown = 20;

const stateNames = sql`case state when 'created' then 'waiting' when 'retry' then 'retrying' when 'active' then 'running'
  when 'completed' then 'done' else 'failed' end`;

/** Reads the {@link JobsOverview}. */
export async function readOverview(db: Kysely<Schema>): Promise<JobsOverview> {
  const counts = await sql<JobsOverview['counts'][number]>`
    select data->>'job' as name, ${stateNames} as state, count(*) as count from jobs.job group by 1, 2 order by 1, 2`.execute(
    db,
  );
  const failures = await sql<JobsOverview['failures'][number]>`
    select data->>'job' as name, coalesce(output->>'error', 'Timeout') as error, retry_count + 1 as tries, completed_on as at
    from jobs.job where state = 'failed' order by completed_on desc limit ${failuresShown}`.execute(
    db,
  );
  const waiting = await sql<{ since: Date | null }>`
    select min(start_after) as since from jobs.job where state < 'active' and start_after < now()`.execute(
    db,
  );
  return {
    counts: counts.rows,
    failures: failures.rows,
    waitingSince: waiting.rows[0]?.since ?? null,
  };
}

/** Returns the jobs that any process is running. */
export async function findRunning(db: Kysely<Schema>): Promise<{ queue: string; id: string }[]> {
  const { rows } = await sql<{ queue: string; id: string }>`
    select name as queue, id from jobs.job where state = 'active'`.execute(db);
  return rows;
}
