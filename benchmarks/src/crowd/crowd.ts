import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answers, Order } from './orders.ts';

/** People in a process of their own, as whoever gives them orders sees them. */
export type Crowd = {
  /** Gives an order and answers what came of it. One at a time. */
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
  child.on('exit', (code) => waiting?.reject(new Error(`the process of the people ended (${code ?? 'killed'})`)));
  // An order to a crowd that is gone.
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
