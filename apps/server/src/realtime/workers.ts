import type { VersionDifference } from '@longhand/contract';
import type { NodeJson } from '@longhand/document';
import type { Compactor } from '@longhand/sync/server';
import type { Erased } from '@longhand/text';
import type { ContentFormat } from '../domain/document-content.ts';
import type { Compared, Copied, Merging } from '../domain/live.ts';
import { createFairSemaphore } from '../domain/fair-semaphore.ts';
import { currentCaller } from '../platform/work.ts';
import { Fault } from '../platform/fault.ts';
import { refuse } from '../platform/refusal.ts';
import { inSpan } from '../platform/spans.ts';
import { createTaskProcesses, ProcessEnded } from '../platform/task-processes.ts';
import type { Projection, Wanted } from '../projections/projection.ts';
import type { Task, TaskResults } from './task.ts';
import type { Towards } from './towards.ts';

/** Processes in which documents are built, separate from the process of the sockets. */
export type Workers = Compactor & {
  /** Returns the data that is derived from the text. */
  project(updates: Updates, wanted: Wanted): Promise<Projection>;
  /**
   * Returns the whole document as one update. `whatFits` leaves out updates that depend on missing
   * ones.
   */
  state(updates: Updates, whatFits?: boolean): Promise<TaskResults['state']>;
  content(updates: Updates, format: ContentFormat): Promise<unknown>;
  towards(updates: Updates, change: Towards): Promise<Uint8Array | null>;
  erase(updates: Updates, client: number, erased: Erased): Promise<Uint8Array | null>;
  differences(before: Updates, after: Updates): Promise<readonly VersionDifference[]>;
  compareCopy(copied: Copied): Promise<Compared>;
  mergeCopy(copied: Copied, merging: Merging): Promise<NodeJson | null>;
  close(): Promise<void>;
};

type Updates = readonly Uint8Array[];

/** Idle time after which a process ends and frees its memory (ms). */
const idleFor = 20_000;
/** Maximum number of processes. */
const processes = 2;

/**
 * Limits of a task. `asked`, `own`: timeouts for a waiting caller and for the server itself (ms);
 * 100,000 words take less than 2 seconds. `heap`: JavaScript heap of a process (MB). `bytes`: its
 * total memory. A document that exceeds a limit fails alone.
 */
type TaskLimits = {
  readonly asked: number;
  readonly own: number;
  readonly heap: number;
  readonly bytes: number;
};
const usualLimits: TaskLimits = {
  asked: 20_000,
  own: 60_000,
  heap: 1_024,
  bytes: 1_610_612_736,
};
/**
 * Time left for a task after its caller has disconnected (ms). Not zero, because an aborted process
 * must be started again.
 */
const afterHangUp = 1_500;

/** Tasks that run on behalf of all users, regardless of the caller. */
const own: ReadonlySet<Task['kind']> = new Set(['compact', 'project']);

/**
 * Creates the processes, in which callers take turns. A task that exceeds a limit ends with its
 * process, which is replaced.
 */
function createTaskPool({ asked, own: ofServer, heap, bytes }: TaskLimits) {
  const pool = createTaskProcesses<Task, TaskResults[Task['kind']]>({
    entry: new URL('./document-process.ts', import.meta.url),
    heap,
    bytes,
    idleFor,
  });
  // Each task carries a whole document, so few may be queued here. The server's own tasks are never
  // refused.
  const inTurn = createFairSemaphore({
    concurrency: processes,
    concurrencyPerUser: 1,
    waitingMax: Infinity,
    waitingPerUserMax: Infinity,
    overflow: () => refuse('not_ready', { retryAfterSeconds: 5 }),
  });

  async function runInTurn<K extends Task['kind']>(
    task: Extract<Task, { kind: K }>,
  ): Promise<TaskResults[K]> {
    const caller = own.has(task.kind) ? null : currentCaller();
    const gone = caller?.gone ?? null;
    return inTurn(
      caller?.person ?? `the server: ${task.kind}`,
      async () => {
        const ending = deadline(caller === null ? ofServer : asked, gone);
        try {
          return (await pool.run(task, ending.signal)) as TaskResults[K];
        } catch (error) {
          if (error instanceof Fault) throw error;
          if (ending.signal.aborted)
            throw new Fault(`a document took too long: ${task.kind}`, { cause: error });
          if (error instanceof ProcessEnded)
            throw new Fault(`a document took too much memory: ${task.kind}`, { cause: error });
          throw error;
        } finally {
          ending.clear();
        }
      },
      gone,
    );
  }

  const run: typeof runInTurn = (task) =>
    inSpan({ name: `task ${task.kind}` }, () => runInTurn(task));
  return { run, close: () => pool.close() };
}

/** Creates the {@link Workers}. `limits` replaces the usual limits of a task. */
export function createWorkers(limits: Partial<TaskLimits> = {}): Workers {
  const { run, close } = createTaskPool({ ...usualLimits, ...limits });
  return {
    async compact(_documentId, { seq, updates }) {
      const { state, index } = await run<'compact'>({ kind: 'compact', updates });
      return { seq, state, index };
    },
    project: (updates, wanted) => run<'project'>({ kind: 'project', updates, wanted }),
    state: (updates, whatFits = false) => run<'state'>({ kind: 'state', updates, whatFits }),
    content: (updates, format) => run<'content'>({ kind: 'content', updates, format }),
    towards: (updates, change) => run<'towards'>({ kind: 'towards', updates, ...change }),
    erase: (updates, client, erased) => run<'erase'>({ kind: 'erase', updates, client, erased }),
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
