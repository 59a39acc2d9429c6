import type { Authorship } from '@longhand/sync/server';
import type { Whole } from '../domain/live.ts';
import type { Clock } from '../platform/clock.ts';
import { joinChanges, note, unchanged, type Changes } from './typed-units.ts';

/**
 * Debounce of a projection: idle time after the last change, and maximum delay while typing goes on
 * (ms).
 */
const quietFor = 2_000;
const atLeastEvery = 10_000;
/**
 * Growth of the debounce, which leaves the processor to typing: number of waiting documents for
 * which both times grow by their own length, and their maximum as a multiple.
 */
const documentsPerDelay = 100;
const delaysMax = 6;
/** Delay of the first retry, which doubles up to the second number (ms). */
const retryFirst = 5_000;
const retryMost = 3_600_000;
/**
 * Duty cycle: idle time after each document as a multiple of its cost (base, maximum, queue length
 * that adds one).
 */
const restParts = 3;
const restPartsMost = 20;
const waitingForPart = 25;
/** Minimum idle time (ms). */
const restMin = 5;
/** Maximum number of queued states. Beyond it a state is not recorded. */
const capturedMax = 100;
/**
 * Maximum time that the end of the process waits for jobs (ms). It has less than ten seconds, of
 * which the log and the database need the last ones.
 */
const closeWithin = 4_000;

/**
 * Returns the idle time after a document (ms).
 *
 * Projections use a quarter of one core while few documents change. With a longer queue they lag
 * more and use less, down to a twentieth. This leaves the time for typing.
 *
 * @param took - Cost of the document (ms).
 * @param waiting - Number of documents in the queue.
 */
export function restAfter(took: number, waiting: number): number {
  return Math.max(restMin, took * Math.min(restParts + waiting / waitingForPart, restPartsMost));
}

/** A single projection of a document. */
export type PendingProjection = {
  readonly documentId: string;
  /** Writing since the last projection, as far as this process has seen it. */
  changes: Changes;
  /** Writing before it that the log records. */
  backlog: Promise<Changes>;
  /** True if the work session ends with this projection. */
  endsWorkSession: boolean;
  /** The state to project in place of the newest one. Its content is stored too. */
  readonly captured: Whole | null;
  /** True if a sweep found the document: no user waits for its projection. */
  readonly isSwept: boolean;
  /** Number of attempts that failed. */
  attempts: number;
};

/** A job that is collecting changes. `due`: earliest time (ms since 1970). */
type Pending = PendingProjection & {
  readonly first: number;
  readonly notBefore: number;
  timer: NodeJS.Timeout;
};

/** The queue of documents to project in one process. */
export type Schedule = {
  /** Records a change that was stored just now. */
  changed(documentId: string, written: readonly Authorship[]): void;
  /** Schedules a document with earlier changes. */
  add(documentId: string, backlog: Promise<Changes>): void;
  /** Schedules a document that a sweep found, after all others. */
  addSwept(documentId: string, found: Pick<PendingProjection, 'backlog' | 'endsWorkSession'>): void;
  /** Ends the work session of a document: it is projected without waiting for more changes. */
  endWorkSession(documentId: string): void;
  /** Projects a state of a document with the changes up to now, even if others follow. */
  capture(documentId: string, whole: Whole): void;
  /** Returns the documents that are scheduled or being projected. */
  documentIds(): string[];
  /**
   * Runs jobs for at most four seconds and stops. Failed ones are not retried. The sweeps of a
   * later process find the documents of the others.
   */
  close(): Promise<void>;
};

const none = Promise.resolve(unchanged());
const never = new AbortController().signal;

/**
 * Creates the {@link Schedule}. Jobs run one at a time. A job that fails is retried with growing
 * delays, together with the changes that follow.
 *
 * @param run performs a job, and returns the time that its computation took (ms)
 * @param report called with each failure
 */
export function createSchedule(options: {
  clock: Clock;
  run: (job: PendingProjection) => Promise<number>;
  report: (error: unknown, documentId: string) => void;
}): Schedule {
  const { clock } = options;
  const closing = new AbortController();
  const pending = createPending(clock, enqueue);
  const ready = createReady();
  let isClosed = false;
  let running: Promise<void> | null = null;

  function enqueue(job: PendingProjection): void {
    ready.add(job);
    running ??= runAll();
  }

  async function runAll(): Promise<void> {
    for (let job = ready.take(); job !== null && !isClosed; job = ready.take()) {
      const { documentId } = job;
      const took = await options.run(job).catch((error: unknown) => {
        if (!isClosed) options.report(error, documentId);
        if (!closing.signal.aborted) pending.retry(job);
        return 0;
      });
      await pause(restAfter(took, ready.count()), closing.signal);
    }
    running = null;
  }

  return {
    changed: (documentId, written) => {
      const { changes } = pending.of(documentId);
      note(changes, written);
      changes.last = clock.now();
    },
    add(documentId, backlog) {
      pending.of(documentId).backlog = backlog;
    },
    addSwept: (documentId, found) => enqueue({ ...jobOf(documentId), ...found, isSwept: true }),
    endWorkSession(documentId) {
      enqueue({ ...(pending.take(documentId) ?? jobOf(documentId)), endsWorkSession: true });
    },
    capture(documentId, whole) {
      if (ready.capturedCount() >= capturedMax) return;
      enqueue({ ...(pending.take(documentId) ?? jobOf(documentId)), captured: whole });
    },
    documentIds: () => [...pending.documentIds(), ...ready.documentIds()],
    async close() {
      closing.abort();
      for (const job of pending.takeAll()) enqueue(job);
      const late = pause(closeWithin, never).then(() => (isClosed = true));
      while (running !== null && !isClosed) await Promise.race([running, late]);
    },
  };
}

/** Waits for a time (ms), or until the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

function jobOf(documentId: string): PendingProjection {
  return {
    documentId,
    changes: unchanged(),
    backlog: none,
    endsWorkSession: false,
    captured: null,
    isSwept: false,
    attempts: 0,
  };
}

/**
 * Creates the jobs that are due, in order: one per document, and one per captured state. Documents
 * that a sweep found come after all others.
 */
function createReady() {
  const [first, last] = [
    new Map<string, PendingProjection>(),
    new Map<string, PendingProjection>(),
  ];
  /** The job that was taken last, and is running unless the queue is empty. */
  let current: PendingProjection | null = null;
  const all = (): PendingProjection[] => [...first.values(), ...last.values()];
  const keyOf = ({ documentId, captured }: PendingProjection): string =>
    captured === null ? documentId : `${documentId} ${captured.seq}`;

  return {
    add(job: PendingProjection): void {
      const key = keyOf(job);
      const queue = job.isSwept && !first.has(key) ? last : first;
      const earlier = first.get(key) ?? last.get(key);
      last.delete(key);
      if (earlier === undefined) queue.set(key, job);
      else {
        addTo(earlier, job);
        queue.set(key, earlier);
      }
    },
    take(): PendingProjection | null {
      const queue = first.size > 0 ? first : last;
      const [next] = queue;
      if (next !== undefined) queue.delete(next[0]);
      current = next?.[1] ?? null;
      return current;
    },
    count: () => first.size + last.size,
    capturedCount: () => all().filter(({ captured }) => captured !== null).length,
    documentIds: () =>
      [...all(), ...(current === null ? [] : [current])].map((job) => job.documentId),
  };
}

/** Adds a later job of the same document to one that has not begun. */
function addTo(job: PendingProjection, later: PendingProjection): void {
  job.changes = joinChanges(job.changes, later.changes);
  job.endsWorkSession ||= later.endsWorkSession;
  if (later.backlog !== none) job.backlog = later.backlog;
}

/** Creates the jobs that collect changes. `due` receives each after its debounce. */
function createPending(clock: Clock, due: (job: PendingProjection) => void) {
  const all = new Map<string, Pending>();

  function take(documentId: string): PendingProjection | null {
    const job = all.get(documentId);
    if (job === undefined) return null;
    clearTimeout(job.timer);
    all.delete(documentId);
    return job;
  }

  /** Adds a job. Its timer is not reset on each key press: it checks again when it fires. */
  function begin(job: PendingProjection, notBefore: number): Pending {
    const first = clock.now();
    const check = (): void => {
      const delays = Math.min(1 + (all.size - 1) / documentsPerDelay, delaysMax);
      const quiet = Math.min(
        Math.max(made.changes.last, first) + quietFor * delays,
        first + atLeastEvery * delays,
      );
      const left = Math.max(quiet, notBefore) - clock.now();
      if (left > 0) made.timer = setTimeout(check, left);
      else {
        take(job.documentId);
        due(made);
      }
    };
    const timer = setTimeout(check, Math.max(quietFor, notBefore - first));
    const made: Pending = Object.assign(job, { first, notBefore, timer });
    all.set(job.documentId, made);
    return made;
  }

  return {
    of: (documentId: string): PendingProjection =>
      all.get(documentId) ?? begin(jobOf(documentId), 0),
    take,
    /** Schedules a failed job again. */
    retry(job: PendingProjection): void {
      const later = take(job.documentId);
      if (later !== null) addTo(job, later);
      const delay = Math.min(retryFirst * 2 ** job.attempts, retryMost);
      // It collects changes from now on, which must not come after all others.
      const again = { ...job, captured: null, isSwept: false, attempts: job.attempts + 1 };
      begin(again, clock.now() + delay);
    },
    takeAll: () => [...all.keys()].flatMap((documentId) => take(documentId) ?? []),
    documentIds: () => [...all.keys()],
  };
}
