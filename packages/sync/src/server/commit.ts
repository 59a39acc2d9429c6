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
 * next one. Under load, an update therefore costs fewer commits, and no update waits for a timer.
 */
export type Committer = {
  submit(document: Committable): void;
  /** Resolves when nothing is pending or being written. */
  idle(): Promise<void>;
};

/** Creates the committer of one process. */
export function createCommitter({
  log,
  reach,
}: {
  log: UpdateLog;
  reach: ReachFaultPoint;
}): Committer {
  const waiting = new Set<Committable>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await Promise.resolve();
    while (waiting.size > 0) await commit(nextBatch());
    running = null;
  }

  function nextBatch(): { document: Committable; append: Append }[] {
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

  async function commit(
    batch: readonly { document: Committable; append: Append }[],
  ): Promise<void> {
    if (batch.length === 0) return;
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
