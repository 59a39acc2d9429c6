import type PgBoss from 'pg-boss';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { openBoss, releaseAbandoned, sendJob, takeJobs, type EnqueueOptions } from './boss.ts';
import type { JobData, JobName, QueueName, RegularJobName } from './job-table.ts';
import { createMaintenance } from './maintenance.ts';
import { readOverview, type JobsOverview } from './overview.ts';
import { createPerform, type Handler } from './perform.ts';
import { createRegular } from './regular.ts';
import { createSlots, type Slots } from './slots.ts';

/** Background jobs, run by this process or another one on the same database. */
export interface Jobs {
  /** True if this is the only worker: jobs marked active at startup were orphaned by a crash. */
  readonly alone: boolean;
  /**
   * Stores a job. Without a transaction it starts at once. With one, call `prompt` after the
   * commit.
   */
  enqueue<Name extends JobName>(
    name: Name,
    data: JobData<Name>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /**
   * Checks for work now. Otherwise jobs stored by other processes are found within {@link pollMs}.
   * Does nothing before `start`.
   */
  prompt(): void;
  /**
   * Registers the handler of a kind of job. It may run twice per job. Throws if there is one
   * already.
   */
  handle<Name extends JobName>(name: Name, handler: Handler<JobData<Name>>): void;
  /** Runs a job once per `everySeconds` (at most one day) on one node, from `start` on. */
  every(everySeconds: number, name: RegularJobName): void;
  /** Starts checking for work. */
  start(): void;
  /**
   * Takes no more work and waits some seconds for running jobs. Unfinished jobs run again later.
   */
  stop(): Promise<void>;
  /**
   * Runs all due jobs. With `later`: runs up to 1,000 jobs of each queue, due or not, once. For
   * commands that end, and for tests.
   */
  runDue(options?: { later?: boolean }): Promise<void>;
  /** Returns the number of jobs by state, and permanent failures. */
  overview(): Promise<JobsOverview>;
}

/** Time between two checks for work stored elsewhere (ms). Each check costs two queries. */
const pollMs = 5_000;

/** Time between two checks for jobs of dead processes, and for old jobs to remove (ms). */
const superviseMs = 60_000;

/** Maximum number of concurrent jobs per queue in one process. */
const concurrency = { prompt: 4, slow: 1, imports: 1, backups: 1 } as const satisfies Record<
  QueueName,
  number
>;

const queues = Object.keys(concurrency) as QueueName[];

/** Maximum time that `stop` waits for running jobs (ms). */
const stopWithinMs = 4_000;

/**
 * Dependencies of the jobs. They use the database's pool and need no extra connection. `alone`: see
 * {@link Jobs}.
 */
export type JobsDeps = {
  pool: pg.Pool;
  db: Kysely<Schema>;
  log: Logger;
  clock: Clock;
  alone?: boolean;
};

type Perform = ReturnType<typeof createPerform>;

/** Creates the slots of all queues. */
function createQueueSlots(boss: PgBoss, perform: Perform): Slots[] {
  return queues.map((queue) =>
    createSlots({
      concurrency: concurrency[queue],
      take: () => takeJobs(boss, queue, { batchSize: 1 }).then(([job]) => job),
      perform: (job) => perform(queue, job),
    }),
  );
}

/** Performs all due jobs of all queues. `later`: up to 1,000 of each queue instead, due or not. */
async function performDue(boss: PgBoss, perform: Perform, later: boolean): Promise<void> {
  for (const queue of queues) {
    for (
      let jobs = await takeJobs(boss, queue, { batchSize: 1_000, early: later });
      jobs.length > 0;
      jobs = later ? [] : await takeJobs(boss, queue, { batchSize: 1_000 })
    ) {
      for (const job of jobs) await perform(queue, job);
    }
  }
}

/**
 * Opens the {@link Jobs} on pg-boss in the schema `jobs`, which a migration creates. pg-boss
 * stores, distributes, retries and removes jobs. Polling is implemented here, because its own
 * workers poll every two seconds per kind of job.
 */
export async function openJobs({ pool, db, log, clock, alone = false }: JobsDeps): Promise<Jobs> {
  const boss = await openBoss({ pool, log });
  const handlers = new Map<string, Handler<never>>();
  const perform = createPerform({ boss, log, handlers });
  const regular = createRegular({ boss, clock });
  const slots = createQueueSlots(boss, perform);
  const maintenance = createMaintenance(log);
  let started = false;

  /** Runs before the first check. Retried at the next check if the database is unavailable. */
  async function begin(): Promise<void> {
    await releaseAbandoned(boss, db, alone);
    started = true;
  }

  function check(): void {
    for (const slot of slots) slot.wake();
  }

  return {
    alone,
    async enqueue(name, data, options = {}) {
      await sendJob(boss, name, data, options);
      if (options.trx === undefined && started) check();
    },
    prompt: () => {
      if (started) check();
    },
    handle(name, handler) {
      if (handlers.has(name)) throw new Error(`${name} has a handler already`);
      handlers.set(name, handler);
    },
    every: (everySeconds, name) => regular.add(everySeconds, name),
    start() {
      let beginning: Promise<void> | undefined;
      maintenance.repeat(async () => {
        if (!started) await (beginning ??= begin().finally(() => (beginning = undefined)));
        await regular.enqueueDue();
        check();
      }, pollMs);
      maintenance.repeat(() => boss.supervise(), superviseMs);
    },
    async stop() {
      started = false;
      const care = maintenance.stop();
      const waited = new Promise((resolve) => setTimeout(resolve, stopWithinMs).unref());
      await Promise.race([Promise.all([...slots.map((slot) => slot.close()), ...care]), waited]);
      await boss.stop({ graceful: false });
    },
    runDue: ({ later = false } = {}) => performDue(boss, perform, later),
    overview: () => readOverview(db),
  };
}
