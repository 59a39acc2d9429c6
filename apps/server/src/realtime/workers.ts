import { Piscina } from 'piscina';
import type { VersionDifference } from '@longhand/contract';
import type { NodeJson } from '@longhand/document';
import type { Folder } from '@longhand/sync';
import type { Compared, Copied, Merging } from '../domain/live.ts';
import { createFairTurns } from '../domain/fair-turns.ts';
import { currentCaller } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import { refuse } from '../platform/refusal.ts';
import type { ContentFormat, Towards } from './stored-texts.ts';
import type { Digest, Task, TaskResults, Words } from './tasks.ts';

/** Threads in which documents are built; never the one that holds the sockets. */
export type Workers = Folder & {
  digest(updates: Updates): Promise<Digest>;
  /** Answers what search keeps of the text. */
  words(updates: Updates): Promise<Words>;
  /** The whole document as one update; `whatFits`: leaving out what continues from something that is not there. */
  state(updates: Updates, whatFits?: boolean): Promise<TaskResults['state']>;
  content(updates: Updates, format: ContentFormat): Promise<unknown>;
  towards(updates: Updates, change: Towards): Promise<Uint8Array | null>;
  differences(before: Updates, after: Updates): Promise<readonly VersionDifference[]>;
  compareCopy(copied: Copied): Promise<Compared>;
  mergeCopy(copied: Copied, merging: Merging): Promise<NodeJson | null>;
  close(): Promise<void>;
};

type Updates = readonly Uint8Array[];

/** Memory of one thread, megabytes: a document that needs more fails alone, not the process. */
const threadMemory = 1_024;
/** A thread that had nothing to do for this long (ms) ends and gives its memory back. */
const idleFor = 20_000;
const threads = 2;

/** Milliseconds of one task: for a caller who waits, and for the server itself. 100,000 words take under two seconds. */
const usualPatience = { asked: 20_000, own: 60_000 } as const;
/** Milliseconds that a task still has when its caller hung up: a thread that is ended has to be started again. */
const afterHangUp = 1_500;

/** The tasks that are done for everybody, whoever happened to cause them. */
const own: ReadonlySet<Task['kind']> = new Set(['fold', 'digest', 'words']);

/** Starts the pool; threads come and go with the work. A task that takes too long is ended with its thread, which is replaced. */
export function createWorkers(patience: { readonly asked: number; readonly own: number } = usualPatience): Workers {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleFor,
    resourceLimits: { maxOldGenerationSizeMb: threadMemory },
  });
  // Each task carries a whole document, so that not many wait; of what the server itself wants nothing is refused.
  const inTurn = createFairTurns({
    places: threads,
    placesOfOne: 1,
    waitingMax: Infinity,
    waitingOfOneMax: Infinity,
    overflow: () => refuse('not_ready', { retryAfterSeconds: 5 }),
  });
  let closing = false;

  async function run<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<TaskResults[K]> {
    const caller = own.has(task.kind) ? null : currentCaller();
    const gone = caller?.gone ?? null;
    return inTurn(
      caller?.person ?? `the server: ${task.kind}`,
      async () => {
        // The pool would start a thread anew for it, which nobody ends.
        if (closing) throw new Fault('the server is going away');
        const ending = deadline(caller === null ? patience.own : patience.asked, gone);
        try {
          return (await pool.run(task, { signal: ending.signal })) as TaskResults[K];
        } catch (error) {
          if (closing) throw new Fault('the server is going away', { cause: error });
          if (ending.signal.aborted) throw new Fault(`a document took too long: ${task.kind}`, { cause: error });
          throw error;
        } finally {
          ending.clear();
        }
      },
      gone,
    );
  }
  return {
    async fold(_documentId, { seq, updates }) {
      const { state, knowledge } = await run<'fold'>({ kind: 'fold', updates });
      return { seq, state, knowledge };
    },
    digest: (updates) => run<'digest'>({ kind: 'digest', updates }),
    words: (updates) => run<'words'>({ kind: 'words', updates }),
    state: (updates, whatFits = false) => run<'state'>({ kind: 'state', updates, whatFits }),
    content: (updates, format) => run<'content'>({ kind: 'content', updates, format }),
    towards: (updates, change) => run<'towards'>({ kind: 'towards', updates, ...change }),
    differences: (before, after) => run<'differences'>({ kind: 'differences', before, after }),
    compareCopy: (copied) => run<'compareCopy'>({ kind: 'compareCopy', copied }),
    mergeCopy: (copied, merging) => run<'mergeCopy'>({ kind: 'mergeCopy', copied, merging }),
    close() {
      closing = true;
      return pool.close({ force: true });
    },
  };
}

/** A signal that aborts after `ms`, or a while after `gone`. */
function deadline(ms: number, gone: AbortSignal | null): { signal: AbortSignal; clear: () => void } {
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
