import { Worker } from 'node:worker_threads';
import type { Inspection, Inspector } from '@longhand/sync';
import type { Answer, Told } from './inspecting.ts';

/** Memory of the thread, megabytes: a document that needs more is not looked at, and its reviewers are told to come back. */
const threadMemory = 1_024;
/** A thread that had no document for this long (ms) ends and gives its memory back. */
const idleFor = 60_000;

/** The {@link Inspector} of a process: one thread, which comes with the first reviewer and goes after the last. */
export type ThreadInspector = Inspector & { close(): Promise<void> };

type Question = { readonly resolve: (isAllowed: boolean) => void; readonly reject: (error: Error) => void };

/** Makes a {@link ThreadInspector}. `report` is told when the thread ends by itself. */
export function createInspector(report: (error: unknown) => void): ThreadInspector {
  const questions = new Map<number, Question>();
  const open = new Set<number>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  let [keys, ids] = [0, 0];

  function start(): Worker {
    const started = new Worker(new URL('./inspector-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: threadMemory },
    });
    started.on('message', (answer: Answer) => {
      const question = questions.get(answer.id);
      questions.delete(answer.id);
      if ('error' in answer) question?.reject(new Error(answer.error));
      else question?.resolve(answer.isAllowed);
    });
    started.on('error', report);
    started.on('exit', () => {
      if (worker === started) worker = null;
      for (const { reject } of questions.values()) reject(new Error('the thread has ended'));
      questions.clear();
    });
    started.unref();
    return started;
  }

  function tell(told: Told): void {
    worker ??= start();
    worker.postMessage(told);
  }

  function rest(): void {
    idle = setTimeout(() => {
      if (open.size === 0) void worker?.terminate();
    }, idleFor).unref();
  }

  return {
    open(_documentId, updates): Inspection {
      const key = (keys += 1);
      if (idle !== null) clearTimeout(idle);
      open.add(key);
      tell({ kind: 'open', key, updates });
      let news: Uint8Array[] = [];
      const bring = (): void => {
        if (news.length > 0) tell({ kind: 'took', key, updates: news });
        news = [];
      };
      return {
        // Told together with the next question: who only reads along costs nothing.
        took: (update) => void news.push(update),
        allows(update, author, others) {
          bring();
          const id = (ids += 1);
          return new Promise((resolve, reject) => {
            questions.set(id, { resolve, reject });
            tell({ kind: 'allows', key, id, update, author, others });
          });
        },
        close() {
          if (!open.delete(key)) return;
          if (worker !== null) tell({ kind: 'close', key });
          if (open.size === 0) rest();
        },
      };
    },
    async close() {
      if (idle !== null) clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
