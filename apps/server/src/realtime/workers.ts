import { Piscina } from 'piscina';
import type { VersionDifference } from '@longhand/contract';
import type { NodeJson } from '@longhand/document';
import type { Compactor } from '@longhand/sync/server';
import type { Compared, Copied, Merging } from '../domain/live.ts';
import { createFairSemaphore } from '../domain/fair-semaphore.ts';
import { currentCaller } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import { refuse } from '../platform/refusal.ts';
import type { ContentFormat, Towards } from './stored-texts.ts';
import type { Summary, Task, TaskResults, Words } from './tasks.ts';

/** Worker threads in which documents are built, separate from the thread of the sockets. */
export type Workers = Compactor & {
  summarize(updates: Updates): Promise<Summary>;
  /** Returns the search data of the text. */
  words(updates: Updates): Promise<Words>;
  /**
   * Returns the whole document as one update. `whatFits` leaves out updates that depend on missing
   * ones.
   */
  state(updates: Updates, whatFits?: boolean): Promise<TaskResults['state']>;
  content(updates: Updates, format: ContentFormat): Promise<unknown>;
  towards(updates: Updates, change: Towards): Promise<Uint8Array | null>;
  differences(before: Updates, after: Updates): Promise<readonly VersionDifference[]>;
  compareCopy(copied: Copied): Promise<Compared>;
  mergeCopy(copied: Copied, merging: Merging): Promise<NodeJson | null>;
  close(): Promise<void>;
};

type Updates = readonly Uint8Array[];

/** Memory limit of one thread (MB). A document that exceeds it fails alone, without the process. */
const threadMemory = 1_024;
/** Idle time after which a thread ends and frees its memory (ms). */
const idleFor = 20_000;
const threads = 2;

/**
 * Timeout of a task, for a waiting caller and for the server itself (ms). 100,000 words take less
 * than 2 seconds.
 */
const usualPatience = { asked: 20_000, own: 60_000 } as const;
/**
 * Time left for a task after its caller has disconnected (ms). Not zero, because an aborted thread
 * must be started again.
 */
const afterHangUp = 1_500;

/** Tasks that run on behalf of all users, regardless of the caller. */
const own: ReadonlySet<Task['kind']> = new Set(['compact', 'summarize', 'words']);

type Patience = { readonly asked: number; readonly own: number };

/**
 * Starts the pool of threads, in which callers take turns. Threads are created on demand. A task
 * that exceeds its timeout is aborted with its thread, which is replaced.
 */
function createTaskPool(patience: Patience) {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleFor,
    resourceLimits: { maxOldGenerationSizeMb: threadMemory },
  });
  // Each task carries a whole document, so few may be queued here. The server's own tasks are never
  // refused.
  const inTurn = createFairSemaphore({
    places: threads,
    placesOfOne: 1,
    waitingMax: Infinity,
    waitingOfOneMax: Infinity,
    overflow: () => refuse('not_ready', { retryAfterSeconds: 5 }),
  });
  let closing = false;

  async function run<K extends Task['kind']>(
    task: Extract<Task, { kind: K }>,
  ): Promise<TaskResults[K]> {
    const caller = own.has(task.kind) ? null : currentCaller();
    const gone = caller?.gone ?? null;
    return inTurn(
      caller?.person ?? `the server: ${task.kind}`,
      async () => {
        // The pool would start a new thread, which would never be ended.
        if (closing) throw new Fault('the server is going away');
        const ending = deadline(caller === null ? patience.own : patience.asked, gone);
        try {
          return (await pool.run(task, { signal: ending.signal })) as TaskResults[K];
        } catch (error) {
          if (closing) throw new Fault('the server is going away', { cause: error });
          if (ending.signal.aborted)
            throw new Fault(`a document took too long: ${task.kind}`, { cause: error });
          throw error;
        } finally {
          ending.clear();
        }
      },
      gone,
    );
  }

  return {
    run,
    close(): Promise<void> {
      closing = true;
      return pool.close({ force: true });
    },
  };
}

/** Creates the {@link Workers}. `patience`: timeouts of a task. */
export function createWorkers(patience: Patience = usualPatience): Workers {
  const { run, close } = createTaskPool(patience);
  return {
    async compact(_documentId, { seq, updates }) {
      const { state, index } = await run<'compact'>({ kind: 'compact', updates });
      return { seq, state, index };
    },
    summarize: (updates) => run<'summarize'>({ kind: 'summarize', updates }),
    words: (updates) => run<'words'>({ kind: 'words', updates }),
    state: (updates, whatFits = false) => run<'state'>({ kind: 'state', updates, whatFits }),
    content: (updates, format) => run<'content'>({ kind: 'content', updates, format }),
    towards: (updates, change) => run<'towards'>({ kind: 'towards', updates, ...change }),
    differences: (before, after) => run<'differences'>({ kind: 'differences', before, after }),
    compareCopy: (copied) => run<'compareCopy'>({ kind: 'compareCopy', copied }),
    mergeCopy: (copied, merging) => run<'mergeCopy'>({ kind: 'mergeCopy', copied, merging }),
    close,
  };
}

/** Returns a signal that aborts after `ms`, or a short time after `gone`. */
function deadline(
  ms: number,
  gone: AbortSignal | null,
): { signal: AbortSignal; clear: () => void } {
  const ending = new AbortController();
  const timers = [setTimeout(() => ending.abort(), ms)];
  const hungUp = (): void => void timers.push(setTimeout(() => ending.abort(), afterHangUp));
  gone?.addEventListener('abort', hungUp, { once: true });
  return {
    signal: ending.signal,
    clear() {
      for (const timer of timers) clearTimeout(timer);
      gone?.removeEventListener('abort', hungUp);
    },
  };
}
