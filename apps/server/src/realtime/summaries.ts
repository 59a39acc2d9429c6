import type { Authorship } from '@longhand/sync/server';
import type { Clock } from '../platform/clock.ts';
import type { Counting } from './summarizing.ts';
import type { WorkSessions } from './work-sessions.ts';
import { joinChanges, note, type Changes } from './typed-units.ts';

/**
 * Debounce of the word count: idle time after the last change, and maximum delay while typing goes
 * on (ms).
 */
const quietFor = 2_000;
const atLeastEvery = 10_000;
/**
 * Grace period for a page reload: leaving for a shorter time does not end a work session (ms).
 */
const backWithin = 3_000;

/**
 * Updates the list data of a document (words, first line, time of the last edit) after its text
 * changes. Also ends work sessions.
 */
export type Summaries = {
  /** Records a change that was stored just now, with its authorship. */
  changed(documentId: string, written: readonly Authorship[]): void;
  /** Records that the document was opened. An earlier process may not have counted all of it. */
  loaded(documentId: string): void;
  /** Records that the last user has closed the document. */
  released(documentId: string): void;
  /** Counts every pending document and stops. */
  close(): Promise<void>;
};

/** Dependencies of the summaries. */
export type SummariesOptions = {
  counting: Counting;
  workSessions: WorkSessions;
  clock: Clock;
  isOpen: (documentId: string) => boolean;
  report: (error: unknown, documentId: string) => void;
};

/** Pending changes of a document, until its words are counted. */
type Due = { readonly changes: Changes; uncounted: Promise<Changes>; timer: NodeJS.Timeout };

/** Creates the pending changes of all documents. `ready` receives those of a document when due. */
function createPendingChanges(clock: Clock, ready: (documentId: string, due: Due) => void) {
  const all = new Map<string, Due>();

  function flush(documentId: string): void {
    const due = all.get(documentId);
    if (due === undefined) return;
    clearTimeout(due.timer);
    all.delete(documentId);
    ready(documentId, due);
  }

  return {
    /**
     * Returns the pending changes of a document. The timer is not reset on each key press: it
     * checks again when it fires.
     */
    of(documentId: string): Due {
      const due = all.get(documentId);
      if (due !== undefined) return due;
      const first = clock.now();
      const look = (): void => {
        const wait =
          Math.min(Math.max(made.changes.last, first) + quietFor, first + atLeastEvery) -
          clock.now();
        if (wait <= 0) flush(documentId);
        else made.timer = setTimeout(look, wait);
      };
      const nothing = { last: 0, by: new Map() };
      const made: Due = {
        changes: { last: 0, by: new Map() },
        uncounted: Promise.resolve(nothing),
        timer: setTimeout(look, quietFor),
      };
      all.set(documentId, made);
      return made;
    },

    flush,
    flushAll(): void {
      for (const documentId of [...all.keys()]) flush(documentId);
    },
  };
}

/** Creates a queue that runs the tasks of each document one after the other. */
function createTaskQueue(report: (error: unknown, documentId: string) => void) {
  /** The last task started for each document. The next task waits for it. */
  const running = new Map<string, Promise<void>>();

  return {
    enqueue(documentId: string, task: () => Promise<void>): void {
      const before = running.get(documentId) ?? Promise.resolve();
      const mine = before
        .then(task)
        .catch((error: unknown) => report(error, documentId))
        .finally(() => {
          if (running.get(documentId) === mine) running.delete(documentId);
        });
      running.set(documentId, mine);
    },
    idle: () => Promise.all(running.values()),
  };
}

/**
 * Creates the summaries of one process. A document whose count fails keeps its old summary until
 * the next edit.
 */
export function createSummaries(options: SummariesOptions): Summaries {
  const { clock, counting, workSessions } = options;
  const leaving = new Map<string, NodeJS.Timeout>();
  const tasks = createTaskQueue(options.report);
  const pending = createPendingChanges(clock, (documentId, due) =>
    tasks.enqueue(documentId, async () => {
      const { isLong } = await counting.count(
        documentId,
        joinChanges(await due.uncounted, due.changes),
      );
      if (isLong) await workSessions.end(documentId);
    }),
  );

  function leave(documentId: string): void {
    leaving.delete(documentId);
    if (options.isOpen(documentId)) return;
    pending.flush(documentId);
    tasks.enqueue(documentId, () => workSessions.end(documentId));
  }

  return {
    changed(documentId, written) {
      const { changes } = pending.of(documentId);
      note(changes, written);
      changes.last = clock.now();
    },

    loaded(documentId) {
      // Read at once: the log is folded when the last user leaves, and then no longer shows the
      // last author.
      pending.of(documentId).uncounted = counting
        .findUncounted(documentId)
        .catch((error: unknown) => {
          options.report(error, documentId);
          return { last: 0, by: new Map() };
        });
    },

    released(documentId) {
      clearTimeout(leaving.get(documentId));
      leaving.set(
        documentId,
        setTimeout(() => leave(documentId), backWithin),
      );
    },

    async close() {
      // Stretches of work continue after a restart. If no user returns, they are ended then.
      for (const timer of leaving.values()) clearTimeout(timer);
      pending.flushAll();
      await tasks.idle();
    },
  };
}
