import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answers, Order } from './orders.ts';

/** A process of simulated users, as seen by its parent. */
export type Crowd = {
  /** Sends an order and resolves with its result. One order at a time. */
  tell<K extends Order['kind']>(order: Extract<Order, { kind: K }>): Promise<Answers[K]>;
  close(): void;
};

/** Starts the process of a crowd. */
export function gatherCrowd(): Crowd {
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
    waiting?.reject(new Error(`the process of the people ended (${code ?? 'killed'})`)),
  );
  // Emitted for an order to a crowd that has ended.
  child.on('error', (error) => waiting?.reject(error));
  return {
    tell: (order) =>
      new Promise((resolve, reject) => {
        waiting = { resolve: resolve as (answer: never) => void, reject };
        child.send(order);
      }),
    close() {
      if (child.connected) child.disconnect();
    },
  };
}
