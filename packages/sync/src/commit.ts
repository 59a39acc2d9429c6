import type { Append, Reach, UpdateLog } from './ports.ts';

/** A document with something to store. `take` gives all that waits (null: nothing), then exactly one of the others is called. */
export type Committable = {
  take(): Append | null;
  stored(): void;
  conflicted(): void;
  failed(error: unknown): void;
};

/** Bytes after which a batch is full; what is left goes into the next. Keeps one commit short and its memory bounded. */
const batchBytesMax = 8 * 1024 * 1024;

/**
 * The group commit: one batch is on its way to the disk, and whatever arrives meanwhile, from all documents, is the next. So the
 * more there is to do the fewer commits an update costs, and nobody waits for a timer.
 */
export type Committer = {
  submit(document: Committable): void;
  /** Answers when nothing waits and nothing is on its way. */
  idle(): Promise<void>;
};

/** Makes the committer of one process. */
export function createCommitter({ log, reach }: { log: UpdateLog; reach: Reach }): Committer {
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

  async function commit(batch: readonly { document: Committable; append: Append }[]): Promise<void> {
    if (batch.length === 0) return;
    reach('before-commit');
    try {
      const results = await log.append(batch.map(({ append }) => append));
      reach('after-commit');
      batch.forEach(({ document }, i) => (results[i] === 'stored' ? document.stored() : document.conflicted()));
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
