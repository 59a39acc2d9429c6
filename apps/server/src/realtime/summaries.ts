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
 * Grace period for a page reload: leaving for a shorter time does not end a stretch of work (ms).
 */
const backWithin = 3_000;

/**
 * Updates the list data of a document (words, first line, time of the last edit) after its text
 * changes. Also ends stretches of work.
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

type Due = { readonly changes: Changes; uncounted: Promise<Changes>; timer: NodeJS.Timeout };

/**
 * Creates the digests of one process. A document whose count fails keeps its old digest until the
 * next edit.
 */
export function createSummaries(options: {
  counting: Counting;
  stretches: WorkSessions;
  clock: Clock;
  isOpen: (documentId: string) => boolean;
  report: (error: unknown, documentId: string) => void;
}): Summaries {
  const { clock, counting, stretches } = options;
  const due = new Map<string, Due>();
  const leaving = new Map<string, NodeJS.Timeout>();
  /** The last task started for each document. The next task waits for it. */
  const running = new Map<string, Promise<void>>();

  function enqueue(documentId: string, task: () => Promise<void>): void {
    const before = running.get(documentId) ?? Promise.resolve();
    const mine = before
      .then(task)
      .catch((error: unknown) => options.report(error, documentId))
      .finally(() => {
        if (running.get(documentId) === mine) running.delete(documentId);
      });
    running.set(documentId, mine);
  }

  function run(documentId: string): void {
    const entry = due.get(documentId);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    due.delete(documentId);
    enqueue(documentId, async () => {
      const { isLong } = await counting.count(
        documentId,
        joinChanges(await entry.uncounted, entry.changes),
      );
      if (isLong) await stretches.end(documentId);
    });
  }

  /**
   * Returns the pending changes of a document. The timer is not reset on each key press: it checks
   * again when it fires.
   */
  function dueFor(documentId: string): Due {
    const entry = due.get(documentId);
    if (entry !== undefined) return entry;
    const first = clock.now();
    const look = (): void => {
      const wait =
        Math.min(Math.max(made.changes.last, first) + quietFor, first + atLeastEvery) - clock.now();
      if (wait <= 0) run(documentId);
      else made.timer = setTimeout(look, wait);
    };
    const nothing = { last: 0, by: new Map() };
    const made: Due = {
      changes: { last: 0, by: new Map() },
      uncounted: Promise.resolve(nothing),
      timer: setTimeout(look, quietFor),
    };
    due.set(documentId, made);
    return made;
  }

  function leave(documentId: string): void {
    leaving.delete(documentId);
    if (options.isOpen(documentId)) return;
    run(documentId);
    enqueue(documentId, () => stretches.end(documentId));
  }

  return {
    changed(documentId, written) {
      const { changes } = dueFor(documentId);
      note(changes, written);
      changes.last = clock.now();
    },

    loaded(documentId) {
      // Read at once: the log is folded when the last user leaves, and then no longer shows the
      // last author.
      dueFor(documentId).uncounted = counting.findUncounted(documentId).catch((error: unknown) => {
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
      for (const documentId of [...due.keys()]) run(documentId);
      await Promise.all(running.values());
    },
  };
}
