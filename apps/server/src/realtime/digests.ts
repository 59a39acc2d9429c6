import type { Authorship } from '@longhand/sync';
import type { Clock } from '../platform/clock.ts';
import type { Counting } from './counting.ts';
import type { Stretches } from './stretches.ts';
import { joinChanges, note, type Changes } from './written.ts';

/** Milliseconds of quiet after which a document's words are counted, and the longest that people may keep it from being quiet. */
const quietFor = 2_000;
const atLeastEvery = 10_000;
/** Milliseconds in which somebody who reloads the page is back: leaving for so short a time ends no stretch of work. */
const backWithin = 3_000;

/** Keeps what lists show of a document (words, first line, time of the last edit) behind its text, and ends stretches of work. */
export type Digests = {
  /** Something of the document was stored just now, and who typed what of it. */
  changed(documentId: string, written: readonly Authorship[]): void;
  /** The document was opened, and may not have been counted to its end by a process before this one. */
  loaded(documentId: string): void;
  /** Is told that nobody has the document open any more. */
  released(documentId: string): void;
  /** Brings everything up to date that is not, and stops. */
  close(): Promise<void>;
};

type Due = { readonly changes: Changes; uncounted: Promise<Changes>; timer: NodeJS.Timeout };

/** Makes the digests of one process. A document whose digest fails keeps its old one until the next edit. */
export function createDigests(options: {
  counting: Counting;
  stretches: Stretches;
  clock: Clock;
  isOpen: (documentId: string) => boolean;
  report: (error: unknown, documentId: string) => void;
}): Digests {
  const { clock, counting, stretches } = options;
  const due = new Map<string, Due>();
  const leaving = new Map<string, NodeJS.Timeout>();
  /** The task that was begun last for each document: the next waits for it. */
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
      const { isLong } = await counting.count(documentId, joinChanges(await entry.uncounted, entry.changes));
      if (isLong) await stretches.end(documentId);
    });
  }

  /** Answers what is put down of a document until it is counted. The timer is not moved with every key press: it looks again. */
  function dueFor(documentId: string): Due {
    const entry = due.get(documentId);
    if (entry !== undefined) return entry;
    const first = clock.now();
    const look = (): void => {
      const wait = Math.min(Math.max(made.changes.last, first) + quietFor, first + atLeastEvery) - clock.now();
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
      // At once: when the last one leaves, the log is folded, and who wrote last can be told from it no more.
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
      // Stretches of work go on when the server is back; if nobody comes back, they are ended then.
      for (const timer of leaving.values()) clearTimeout(timer);
      for (const documentId of [...due.keys()]) run(documentId);
      await Promise.all(running.values());
    },
  };
}
