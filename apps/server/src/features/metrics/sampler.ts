import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { publish } from '../../domain/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Durations } from '../../platform/durations.ts';
import type { SeenError } from '../../platform/errors-seen.ts';
import type { Log } from '../../platform/log.ts';
import type { Measured } from './measured.ts';
import type { ProcessFigures } from './process-figures.ts';
import { overTime, type Sample } from './sample.ts';
import { addErrors, addStretches, kept, readDatabase, removeOld, type Stretch } from './store.ts';

/** What sampling stands on. `processId` is this process's own. */
export type SamplerDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  log: Log;
  processId: string;
  measured: Measured;
  process: ProcessFigures;
};

/** Gathers figures and stores them. */
export interface Sampler {
  /** Does so once; never rejects. */
  sample(): Promise<void>;
  /** Does so every ten seconds. */
  start(): void;
  /** Stores what was gathered and ends. */
  stop(): Promise<void>;
}

const [finest, ...coarser] = kept;

/** Stretches that wait while the database is away: ten minutes of them. What is older is let go. */
const waitingMax = 60;

const tidyEvery = 60_000;

/** How many there are more than before. */
function since(now: Readonly<Durations>, before: Readonly<Durations>): Durations {
  const grown = Object.entries(now).map(([bound, count]) => [bound, count - (before[bound] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

/**
 * Makes the {@link Sampler}. What it takes from the process it takes at its time; where the database is away it waits, and is stored
 * later. Killed, a process loses the coarse stretch that it was in, ten minutes at most; the fine ones of it are there.
 */
export function createSampler({ db, clock, log, processId, measured, process }: SamplerDeps): Sampler {
  const gathering = new Map<number, { since: number; data: Sample }>();
  let waiting: Stretch[] = [];
  let errors: SeenError[] = [];
  let commitsBefore: Durations = {};
  let databaseBefore = { bytes: 0, connections: 0 };
  let tidiedAt = 0;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function take(): Sample {
    const { rooms, connections, commits } = measured.live();
    const live = { rooms, connections, commits: since(commits, commitsBefore) };
    commitsBefore = { ...commits };
    const statements = measured.statements.take();
    return { ...process.take(), routes: measured.requests.take(), live, database: databaseBefore, statements };
  }

  /** Adds a sample to the coarser stretches, and lets go of those that are full. */
  function gather(data: Sample, now: number, all: boolean): void {
    for (const { seconds } of coarser) {
      const before = gathering.get(seconds);
      const sum = before === undefined ? data : overTime(before.data, data);
      const from = before?.since ?? now;
      if (all || now - from >= (seconds - finest.seconds) * 1_000) {
        waiting.push({ seconds, at: new Date(now), data: sum });
        gathering.delete(seconds);
      } else {
        gathering.set(seconds, { since: from, data: sum });
      }
    }
  }

  async function store(now: number): Promise<void> {
    await addStretches(db, processId, waiting);
    waiting = [];
    await addErrors(db, errors);
    errors = [];
    if (now - tidiedAt >= tidyEvery) {
      await removeOld(db, now);
      tidiedAt = now;
    }
    await publish(db, { name: 'metrics', to: { administrators: true }, data: {} });
  }

  async function run(all: boolean): Promise<void> {
    const now = clock.now();
    try {
      const { bytes, active, idle } = await readDatabase(db);
      databaseBefore = { bytes, connections: active + idle };
    } catch (error) {
      log.debug({ err: error }, 'the database could not be measured');
    }
    const data = take();
    waiting.push({ seconds: finest.seconds, at: new Date(now), data });
    gather(data, now, all);
    waiting = waiting.slice(-waitingMax);
    errors.push(...measured.errors.take());
    try {
      await store(now);
      failing = false;
    } catch (error) {
      // Once, and not every ten seconds: while the database is away, others say so already.
      if (!failing) log.warn({ err: error }, 'figures could not be stored; they wait');
      failing = true;
      errors = errors.slice(-waitingMax);
    }
  }

  /** One after the other, so that nothing is stored twice. */
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
