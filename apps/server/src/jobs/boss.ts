import PgBoss from 'pg-boss';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../db/schema.ts';
import type { Logger } from '../platform/log.ts';
import { jobTable, type JobData, type JobKind, type JobName, type QueueName } from './job-table.ts';
import { findRunning } from './overview.ts';
import type { StoredJob } from './perform.ts';
import { executorOf, poolExecutor } from './sql.ts';

/** Options for enqueuing a job. */
export type EnqueueOptions = {
  /** Transaction in which the job is stored: both are committed, or neither. */
  trx?: Kysely<Schema>;
  /** Delay before the job may run (s). */
  afterSeconds?: number;
  /** Deduplication key: no second job of this kind and key is added while one waits. */
  key?: string;
};

/** Opens pg-boss in the schema `jobs`, without its own supervision and schedule. */
export async function openBoss({ pool, log }: { pool: pg.Pool; log: Logger }): Promise<PgBoss> {
  const boss = new PgBoss({
    db: poolExecutor(pool),
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) =>
    log.warn({ reason: error.message }, 'The job queue reported an error'),
  );
  await boss.start();
  return boss;
}

/** Stores a job in its queue. */
export async function sendJob(
  boss: PgBoss,
  name: JobName,
  data: JobData<JobName>,
  { trx, afterSeconds, key }: EnqueueOptions,
): Promise<void> {
  const { queue, retries }: JobKind = jobTable[name];
  await boss.send(
    queue,
    { job: name, payload: data },
    {
      // No two waiting jobs of the queue have the same key.
      singletonKey: `${name}:${key ?? crypto.randomUUID()}`,
      ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
      ...(retries === undefined ? {} : { retryLimit: retries }),
      ...(trx === undefined ? {} : { db: executorOf(trx) }),
    },
  );
}

/** Takes jobs from a queue. `early`: also those that are not due yet. */
export function takeJobs(
  boss: PgBoss,
  queue: QueueName,
  { batchSize, early = false }: { batchSize: number; early?: boolean },
): Promise<StoredJob[]> {
  return boss.fetch<StoredJob['data']>(queue, {
    batchSize,
    ignoreStartAfter: early,
    includeMetadata: true,
  });
}

/**
 * Releases the jobs of a dead process. If there are other processes, such jobs are released when
 * their time has expired.
 */
export async function releaseAbandoned(
  boss: PgBoss,
  db: Kysely<Schema>,
  alone: boolean,
): Promise<void> {
  const running = alone ? await findRunning(db) : [];
  for (const { queue, id } of running) await boss.fail(queue, id, { error: 'Abandoned' });
}
