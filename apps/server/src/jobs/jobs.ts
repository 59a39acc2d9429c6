import PgBoss from 'pg-boss';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { jobTable, type JobData, type JobKind, type JobName, type QueueName, type RegularJobName } from './job-table.ts';
import { findRunning, readOverview, type JobsOverview } from './overview.ts';
import { createPerform, type Handler, type StoredJob } from './perform.ts';
import { createRegular } from './regular.ts';
import { createSlots } from './slots.ts';
import { executorOf, poolExecutor } from './sql.ts';

/** How a job is left to be done. */
export type EnqueueOptions = {
  /** The transaction that causes it: both are stored, or neither. */
  trx?: Kysely<Schema>;
  /** Seconds until it may run. */
  afterSeconds?: number;
  /** While a job of this kind and key waits, another one is not added. */
  key?: string;
};

/** Work that is stored now and done later, by this process or another one on the same database. */
export interface Jobs {
  /** Whether no other process works on this database: what somebody else had in hand was a process's that is dead. */
  readonly alone: boolean;
  /** Stores a job. Without a transaction it is begun at once; with one, call `prompt` after the commit. */
  enqueue<Name extends JobName>(name: Name, data: JobData<Name>, options?: EnqueueOptions): Promise<void>;
  /** Looks for work now. Without it, work stored by others is found within {@link pollMs}. Does nothing before `start`. */
  prompt(): void;
  /** Says how a kind of job is done. It may run twice. Throws where it was said before. */
  handle<Name extends JobName>(name: Name, handler: Handler<JobData<Name>>): void;
  /** Has a job come by itself once in each `everySeconds` (a day at most), on one node, from when `start` is called. */
  every(everySeconds: number, name: RegularJobName): void;
  /** Begins to look for work. */
  start(): void;
  /** Takes no more work and waits for what is being done, some seconds at most: what is left is done again later. */
  stop(): Promise<void>;
  /** Does all that is due, and with `later` once what is not due yet. For commands that end, and tests. */
  runDue(options?: { later?: boolean }): Promise<void>;
  /** How many jobs there are in which state, and what failed for good. */
  overview(): Promise<JobsOverview>;
}

/** Milliseconds between two looks for work that no call in this process spoke of. Two queries each time. */
const pollMs = 5_000;

/** Milliseconds between two looks for jobs whose process died, and for old ones to remove. */
const superviseMs = 60_000;

/** How many jobs of a queue run at once in one process. */
const places = { prompt: 4, slow: 1, imports: 1 } as const satisfies Record<QueueName, number>;

const queues = Object.keys(places) as QueueName[];

/** Milliseconds that `stop` waits for what is being done. */
const stopWithinMs = 4_000;

/** What jobs stand on: the database's own pool, so that they need no connection of their own. `alone`: see {@link Jobs}. */
export type JobsDeps = { pool: pg.Pool; db: Kysely<Schema>; log: Log; clock: Clock; alone?: boolean };

/**
 * Opens {@link Jobs} over pg-boss in the schema `jobs`, which a migration makes. pg-boss stores, hands out, retries and removes; when to
 * look is decided here, because its own workers look every two seconds for each kind of job.
 */
export async function openJobs({ pool, db, log, clock, alone = false }: JobsDeps): Promise<Jobs> {
  const boss = new PgBoss({ db: poolExecutor(pool), schema: 'jobs', migrate: false, supervise: false, schedule: false });
  boss.on('error', (error) => log.warn({ reason: error.message }, 'The jobs met a fault'));
  await boss.start();
  const handlers = new Map<string, Handler<never>>();
  const perform = createPerform({ boss, log, handlers });
  const regular = createRegular({ boss, clock });
  const slots = queues.map((queue) =>
    createSlots({
      places: places[queue],
      take: () => take(queue, 1).then(([job]) => job),
      perform: (job) => perform(queue, job),
    }),
  );
  const timers: NodeJS.Timeout[] = [];
  const care = new Set<Promise<unknown>>();
  let started = false;

  function take(queue: QueueName, batchSize: number, ignoreStartAfter = false): Promise<StoredJob[]> {
    return boss.fetch<StoredJob['data']>(queue, { batchSize, ignoreStartAfter, includeMetadata: true });
  }

  /**
   * Before the first look: gives back what a dead process had in hand. With other processes around, it is given back when its time
   * has run out. Tried again at the next look where the database is away.
   */
  async function begin(): Promise<void> {
    const running = alone ? await findRunning(db) : [];
    for (const { queue, id } of running) await boss.fail(queue, id, { error: 'Abandoned' });
    started = true;
  }

  function look(): void {
    for (const slot of slots) slot.wake();
  }

  function repeat(work: () => Promise<unknown>, ms: number): void {
    const run = () => {
      const running: Promise<unknown> = work()
        .catch((error: unknown) => log.warn({ err: error }, 'The jobs could not be looked after'))
        .finally(() => care.delete(running));
      care.add(running);
    };
    timers.push(setInterval(run, ms).unref());
    run();
  }

  return {
    alone,
    async enqueue(name, data, { trx, afterSeconds, key } = {}) {
      const { queue, retries }: JobKind = jobTable[name];
      await boss.send(
        queue,
        { job: name, payload: data },
        {
          // Of the queue's jobs that wait, no two have the same key.
          singletonKey: `${name}:${key ?? crypto.randomUUID()}`,
          ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
          ...(retries === undefined ? {} : { retryLimit: retries }),
          ...(trx === undefined ? {} : { db: executorOf(trx) }),
        },
      );
      if (trx === undefined && started) look();
    },
    prompt: () => {
      if (started) look();
    },
    handle(name, handler) {
      if (handlers.has(name)) throw new Error(`${name} has a handler already`);
      handlers.set(name, handler);
    },
    every: (everySeconds, name) => regular.add(everySeconds, name),
    start() {
      let beginning: Promise<void> | undefined;
      repeat(async () => {
        if (!started) await (beginning ??= begin().finally(() => (beginning = undefined)));
        await regular.enqueueDue();
        look();
      }, pollMs);
      repeat(() => boss.supervise(), superviseMs);
    },
    async stop() {
      started = false;
      for (const timer of timers.splice(0)) clearInterval(timer);
      const waited = new Promise((resolve) => setTimeout(resolve, stopWithinMs).unref());
      await Promise.race([Promise.all([...slots.map((slot) => slot.close()), ...care]), waited]);
      await boss.stop({ graceful: false });
    },
    async runDue({ later = false } = {}) {
      for (const queue of queues) {
        for (let jobs = await take(queue, 1_000, later); jobs.length > 0; jobs = later ? [] : await take(queue, 1_000)) {
          for (const job of jobs) await perform(queue, job);
        }
      }
    },
    overview: () => readOverview(db),
  };
}
