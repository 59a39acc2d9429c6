import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { LoadResults, LoadTask } from './load-tasks.ts';

/** A process of simulated users, as seen by its parent. */
export type LoadGenerator = {
  /** Sends a task and resolves with its result. One task at a time. */
  run<K extends LoadTask['kind']>(task: Extract<LoadTask, { kind: K }>): Promise<LoadResults[K]>;
  close(): void;
};

/** Starts the process of a load generator. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-generator.process.ts'), {
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
    waiting?.reject(new Error(`the load generator ended (${code ?? 'killed'})`)),
  );
  // Emitted for a task of a process that has ended.
  child.on('error', (error) => waiting?.reject(error));
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
