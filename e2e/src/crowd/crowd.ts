import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { CrowdResults, CrowdTask } from './tasks.ts';

/** A process of many pages. */
export type Crowd = {
  /** Sends a task and resolves with its result. One task at a time. */
  run<K extends CrowdTask['kind']>(task: Extract<CrowdTask, { kind: K }>): Promise<CrowdResults[K]>;
  close(): void;
};

/** Starts the process of a {@link Crowd}, without pages. */
export function startCrowd(): Crowd {
  const child = fork(join(import.meta.dirname, 'crowd.process.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let waiting: { resolve: (answer: never) => void; reject: (error: Error) => void } | null = null;
  child.on('message', ({ answer }: { answer: never }) => {
    const asked = waiting;
    waiting = null;
    asked?.resolve(answer);
  });
  child.on('exit', (code) =>
    waiting?.reject(new Error(`the process of the crowd ended (${code ?? 'killed'})`)),
  );
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting = { resolve: resolve as (answer: never) => void, reject };
        child.send(task);
      }),
    close() {
      if (child.connected) child.disconnect();
    },
  };
}
