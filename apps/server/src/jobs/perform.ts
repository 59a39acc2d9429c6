import type PgBoss from 'pg-boss';
import { onOwnBehalf } from '../platform/work.ts';
import { Fault } from '../platform/fault.ts';
import type { Logger } from '../platform/log.ts';
import { isDatabaseUnavailable } from '../db/faults.ts';
import { jobTable, type JobKind, type QueueName } from './job-table.ts';

/** A job as stored in the database. */
export type StoredJob = PgBoss.JobWithMetadata<{ job: string; payload: unknown }>;

/** Runs a job. Any error causes a retry, unless this was the last attempt. */
export type Handler<Data> = (data: Data, attempt: { isLast: boolean }) => Promise<void>;

/**
 * Returns the kind of an error in one or two words, such as `Fault` or `Error ECONNREFUSED`. Its
 * message may contain user text.
 */
export function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown';
  const { name } = error;
  return 'code' in error && typeof error.code === 'string'
    ? `${name} ${error.code}`.slice(0, 100)
    : name;
}

/**
 * Creates the function that runs one job and records the result. Entries that are logged meanwhile
 * have the id of the job. It never throws: if the result
 * cannot be recorded, the job is considered abandoned after a while and runs again.
 */
export function createPerform({
  boss,
  log,
  handlers,
}: {
  boss: PgBoss;
  log: Logger;
  handlers: Map<string, Handler<never>>;
}) {
  async function run({ data, retryCount, retryLimit }: StoredJob): Promise<void> {
    const kind = (jobTable as Readonly<Record<string, JobKind>>)[data.job];
    const handler = handlers.get(data.job);
    // Possibly a job of a newer version that shares the database, which will run it.
    if (kind === undefined || handler === undefined)
      throw new Fault(`No handler for the job ${data.job}`);
    await handler(kind.data.parse(data.payload) as never, { isLast: retryCount >= retryLimit });
  }

  async function writeDown(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      log.warn({ err: error }, 'The result of a job could not be stored; the job will run again');
    }
  }

  async function perform(queue: QueueName, job: StoredJob): Promise<void> {
    try {
      await run(job);
    } catch (error) {
      const isFault = error instanceof Fault || isDatabaseUnavailable(error);
      log[isFault ? 'warn' : 'error'](
        { err: error, job: job.data.job, tries: job.retryCount + 1 },
        'A job failed',
      );
      return writeDown(boss.fail(queue, job.id, { error: wordOf(error) }));
    }
    return writeDown(boss.complete(queue, job.id));
  }

  return (queue: QueueName, job: StoredJob): Promise<void> =>
    onOwnBehalf(() => perform(queue, job), { jobId: job.id });
}
