import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { publish } from '../../domain/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LatencyHistogram } from '../../platform/latency-histogram.ts';
import type { CountedError } from '../../platform/error-stats.ts';
import type { Logger } from '../../platform/log.ts';
import type { Measured } from './measured.ts';
import type { ProcessMetrics } from './process-metrics.ts';
import { overTime, type MetricsSample } from './sample.ts';
import {
  addErrors,
  addPeriods,
  retention,
  readDatabase,
  removeOld,
  type MetricsPeriod,
} from './store.ts';

/** Dependencies of sampling. `processId`: id of this process. */
export type SamplerDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  log: Logger;
  processId: string;
  measured: Measured;
  process: ProcessMetrics;
};

/** Collects and stores metrics. */
export interface Sampler {
  /** Takes one sample. Never rejects. */
  sample(): Promise<void>;
  /** Takes a sample every ten seconds. */
  start(): void;
  /** Stores the collected metrics and stops. */
  stop(): Promise<void>;
}

const [finest, ...coarser] = retention;

/**
 * Maximum number of periods queued while the database is unavailable: ten minutes. Older ones are
 * dropped.
 */
const waitingMax = 60;

const tidyEvery = 60_000;

/** Returns the increase of counts since `before`. */
function since(
  now: Readonly<LatencyHistogram>,
  before: Readonly<LatencyHistogram>,
): LatencyHistogram {
  const grown = Object.entries(now).map(
    ([bound, count]) => [bound, count - (before[bound] ?? 0)] as const,
  );
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

/** Creates the samples of the process: each has the metrics since the last one. */
function createSamples({ measured, process }: Pick<SamplerDeps, 'measured' | 'process'>) {
  let commitsBefore: LatencyHistogram = {};
  return {
    take(database: MetricsSample['database']): MetricsSample {
      const { rooms, connections, commits } = measured.live();
      const live = { rooms, connections, commits: since(commits, commitsBefore) };
      commitsBefore = { ...commits };
      const statements = measured.statements.take();
      return {
        ...process.take(),
        routes: measured.requests.take(),
        live,
        database,
        statements,
      };
    },
  };
}

/** Creates the coarser periods, to which every sample is added. */
function createCoarsePeriods() {
  const gathering = new Map<number, { since: number; data: MetricsSample }>();
  return {
    /** Adds a sample. Returns the complete periods, or all of them. */
    add(data: MetricsSample, now: number, all: boolean): MetricsPeriod[] {
      const complete: MetricsPeriod[] = [];
      for (const { seconds } of coarser) {
        const before = gathering.get(seconds);
        const sum = before === undefined ? data : overTime(before.data, data);
        const from = before?.since ?? now;
        if (all || now - from >= (seconds - finest.seconds) * 1_000) {
          complete.push({ seconds, at: new Date(now), data: sum });
          gathering.delete(seconds);
        } else {
          gathering.set(seconds, { since: from, data: sum });
        }
      }
      return complete;
    },
  };
}

/** Creates the queue of periods and errors that are not stored yet. */
function createBacklog({ db, log, processId }: Pick<SamplerDeps, 'db' | 'log' | 'processId'>) {
  let waiting: MetricsPeriod[] = [];
  let errors: CountedError[] = [];
  let tidiedAt = 0;
  let failing = false;

  async function storeAll(now: number): Promise<void> {
    await addPeriods(db, processId, waiting);
    waiting = [];
    await addErrors(db, errors);
    errors = [];
    if (now - tidiedAt >= tidyEvery) {
      await removeOld(db, now);
      tidiedAt = now;
    }
    await publish(db, { name: 'metrics', to: { administrators: true }, data: {} });
  }

  return {
    add(periods: readonly MetricsPeriod[], seen: readonly CountedError[]): void {
      waiting = [...waiting, ...periods].slice(-waitingMax);
      errors.push(...seen);
    },

    /** Stores what waits. If that fails, it waits on. */
    async store(now: number): Promise<void> {
      try {
        await storeAll(now);
        failing = false;
      } catch (error) {
        // Logged once and not every ten seconds: other parts already report an unavailable
        // database.
        if (!failing) log.warn({ err: error }, 'metrics could not be stored; storing is retried');
        failing = true;
        errors = errors.slice(-waitingMax);
      }
    },
  };
}

/**
 * Creates the {@link Sampler}. It samples the process on time, and stores the metrics later if the
 * database is unavailable. A killed process loses its current coarse period of at most ten minutes,
 * but not the fine ones.
 */
export function createSampler(deps: SamplerDeps): Sampler {
  const { db, clock, log, measured, process } = deps;
  const samples = createSamples(deps);
  const coarsePeriods = createCoarsePeriods();
  const backlog = createBacklog(deps);
  let databaseBefore = { bytes: 0, connections: 0 };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function run(all: boolean): Promise<void> {
    const now = clock.now();
    try {
      const { bytes, active, idle } = await readDatabase(db);
      databaseBefore = { bytes, connections: active + idle };
    } catch (error) {
      log.debug({ err: error }, 'the metrics of the database could not be read');
    }
    const data = samples.take(databaseBefore);
    const fine = { seconds: finest.seconds, at: new Date(now), data };
    backlog.add([fine, ...coarsePeriods.add(data, now, all)], measured.errors.take());
    await backlog.store(now);
  }

  /** Runs sequentially, so that no metrics are stored twice. */
  function next(all: boolean): Promise<void> {
    running = running.then(() => run(all));
    return running;
  }

  return {
    sample: () => next(false),
    start() {
      timer ??= setInterval(() => void next(false), finest.seconds * 1_000).unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      await next(true);
      process.stop();
    },
  };
}
