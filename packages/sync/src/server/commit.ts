import type { Clock } from '../protocol/clock.ts';
import { createCommitPace } from './commit-pace.ts';
import type { Append, ReachFaultPoint, UpdateLog } from './ports.ts';

/**
 * A document with updates to store. `take` returns everything that is pending (null: nothing).
 * After that exactly one of the other methods is called.
 */
export type Committable = {
  take(): Append | null;
  stored(): void;
  conflicted(): void;
  failed(error: unknown): void;
};

/**
 * Maximum size of a batch (bytes); the rest goes into the next one. Keeps a commit short and its
 * memory bounded.
 */
const batchBytesMax = 8 * 1024 * 1024;

/**
 * Group commit: while one batch is being written, updates that arrive from all documents form the
 * next one. Under load, an update therefore costs fewer commits. With hundreds of updates per
 * second, commits also keep a {@link createCommitPace | minimum distance} of a few milliseconds.
 */
export type Committer = {
  submit(document: Committable): void;
  /** Resolves when nothing is pending or being written. */
  idle(): Promise<void>;
};

type Batch = readonly { readonly document: Committable; readonly append: Append }[];

/** Takes the updates of waiting documents, up to the size of a batch. */
function takeBatch(waiting: Set<Committable>): Batch {
  const batch: { document: Committable; append: Append }[] = [];
  let bytes = 0;
  for (const document of waiting) {
    if (bytes > batchBytesMax) break;
    waiting.delete(document);
    const append = document.take();
    if (append === null) continue;
    batch.push({ document, append });
    for (const update of append.updates) bytes += update.length;
  }
  return batch;
}

/** Creates the committer of one process. */
export function createCommitter({
  log,
  reach,
  clock,
}: {
  log: UpdateLog;
  reach: ReachFaultPoint;
  clock: Clock;
}): Committer {
  const waiting = new Set<Committable>();
  const pace = createCommitPace(clock);
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await Promise.resolve();
    while (waiting.size > 0) {
      await pace.ready();
      await commit(takeBatch(waiting));
    }
    running = null;
  }

  async function commit(batch: Batch): Promise<void> {
    if (batch.length === 0) return;
    pace.began(batch.length);
    reach('before-commit');
    try {
      const results = await log.append(batch.map(({ append }) => append));
      reach('after-commit');
      batch.forEach(({ document }, i) => {
        if (results[i] === 'stored') document.stored();
        else if (results[i] === 'conflict') document.conflicted();
        else document.failed(new Error('the storage refuses the updates'));
      });
    } catch (error) {
      for (const { document } of batch) document.failed(error);
    }
  }

  return {
    submit(document) {
      waiting.add(document);
      running ??= run();
    },
    async idle() {
      while (running !== null) await running;
    },
  };
}
