import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairSemaphore, type FairSemaphore } from '../../domain/fair-semaphore.ts';
import { onResponseEnd } from '../../http/response-end.ts';
import { refuse } from '../../platform/refusal.ts';

/**
 * Limits of running and waiting exports. Each holds pictures and files of at most some hundred
 * megabytes.
 */
const queueLimits = {
  concurrency: 2,
  concurrencyPerUser: 1,
  waitingMax: 60,
  waitingPerUserMax: 6,
} as const;

/**
 * Maximum time that a response holds its place while it is sent (ms). Slow clients do not block
 * others for longer.
 */
const usualSendingMax = 30_000;

/**
 * Maximum number of responses of one user that are not sent yet. A client that reads slowly keeps
 * the files of its export on the disk longer than its place.
 */
const unsentMax = 3;

/**
 * The queue of exports, the number of responses not sent yet by user id, and the maximum time for
 * which a response that is being sent holds a place (ms).
 */
export type ExportQueue = {
  readonly sendingMax: number;
  readonly inTurn: FairSemaphore;
  readonly unsent: Map<string, number>;
};

const refuseForNow = (): never => refuse('not_ready', { retryAfterSeconds: 10 });

/** Creates the queue of exports. A document is read only in its turn. */
export function createExportQueue({ sendingMax = usualSendingMax } = {}): ExportQueue {
  return {
    sendingMax,
    inTurn: createFairSemaphore({ ...queueLimits, overflow: refuseForNow }),
    unsent: new Map(),
  };
}

/** Counts a response of a user until it is sent or its connection is closed. */
function countUnsent(unsent: Map<string, number>, person: string, answer: ServerResponse): void {
  const count = unsent.get(person) ?? 0;
  if (count >= unsentMax) refuseForNow();
  unsent.set(person, count + 1);
  onResponseEnd(answer, () => {
    const left = (unsent.get(person) ?? 1) - 1;
    if (left === 0) unsent.delete(person);
    else unsent.set(person, left);
  });
}

/**
 * Runs an export in a user's turn. Its place is held until the response is sent, so that files do
 * not accumulate.
 *
 * @throws `not_ready` if too many exports wait, or too many responses of the user are not sent yet
 */
export function exportFromQueue<Result>(
  { inTurn, unsent, sendingMax }: ExportQueue,
  { person, answer, gone }: { person: string; answer: ServerResponse; gone: AbortSignal | null },
  make: () => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const work = async (): Promise<void> => {
    gone?.throwIfAborted();
    countUnsent(unsent, person, answer);
    resolve(await make());
    const sent = new Promise<void>((end) => onResponseEnd(answer, end));
    await Promise.race([sent, sleep(sendingMax, undefined, { ref: false })]);
  };
  inTurn(person, work, gone).catch(reject);
  return promise;
}
