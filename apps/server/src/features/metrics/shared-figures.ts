import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { readBackups } from '../../domain/backups.ts';

/** Figures of the database, which are the same for all nodes. */
export type SharedFigures = {
  /** Time of verification of the newest verified backup. */
  readonly verifiedAt: Date | null;
  /** Number of jobs by state, without those that are done. */
  readonly jobs: Readonly<Record<JobState, number>>;
  /** Time since which the oldest job that could run waits. */
  readonly jobsWaitingSince: Date | null;
  /** Number of mails by state, without those that were sent. */
  readonly mails: Readonly<Record<MailState, number>>;
  /** Number of nodes that are alive; 0 for a single process. */
  readonly nodes: number;
};

type JobState = 'waiting' | 'running' | 'failed';
type MailState = 'queued' | 'failed' | 'kept';

/** The columns of one row of counts. */
type Counts = {
  waiting: number;
  running: number;
  failedJobs: number;
  since: Date | null;
  queued: number;
  failedMails: number;
  kept: number;
  nodes: number;
};

/** Reads the {@link SharedFigures}. */
export async function readSharedFigures(db: Kysely<Schema>): Promise<SharedFigures> {
  const [{ verifiedAt }, { rows }] = await Promise.all([readBackups(db), readCounts(db)]);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no counts');
  return {
    verifiedAt,
    jobs: { waiting: row.waiting, running: row.running, failed: row.failedJobs },
    jobsWaitingSince: row.since,
    mails: { queued: row.queued, failed: row.failedMails, kept: row.kept },
    nodes: row.nodes,
  };
}

function readCounts(db: Kysely<Schema>) {
  return sql<Counts>`
    select job.*, mail.*, node.* from
      (select count(*) filter (where state < 'active') as waiting,
         count(*) filter (where state = 'active') as running,
         count(*) filter (where state = 'failed') as "failedJobs",
         min(start_after) filter (where state < 'active' and start_after < now()) as since
       from jobs.job) job,
      (select count(*) filter (where state = 'queued') as queued,
         count(*) filter (where state = 'failed') as "failedMails",
         count(*) filter (where state = 'kept') as kept
       from mail_outbox where state <> 'sent') mail,
      (select count(*) as nodes from nodes
       where seen_at > clock_timestamp() - interval '6 seconds') node`.execute(db);
}
