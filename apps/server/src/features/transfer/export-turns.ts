import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createFairSemaphore, type FairSemaphore } from '../../domain/fair-semaphore.ts';
import { refuse } from '../../platform/refusal.ts';

/**
 * Limits of running and waiting exports. Each holds pictures and files of at most some hundred
 * megabytes.
 */
const places = { places: 2, placesOfOne: 1, waitingMax: 60, waitingOfOneMax: 6 } as const;

/**
 * Maximum time that a response holds its place while it is sent (ms). Slow clients do not block
 * others for longer.
 */
const sendingMax = 30_000;

/** Creates the queue of exports. A document is read only in its turn. */
export function createExportTurns(): FairSemaphore {
  return createFairSemaphore({
    ...places,
    overflow: () => refuse('not_ready', { retryAfterSeconds: 10 }),
  });
}

/**
 * Runs an export in a user's turn. Its place is held until the response is sent, so that files do
 * not accumulate.
 */
export function exportInTurn<Result>(
  inTurn: FairSemaphore,
  { person, answer, gone }: { person: string; answer: ServerResponse; gone: AbortSignal | null },
  make: () => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const work = async (): Promise<void> => {
    gone?.throwIfAborted();
    resolve(await make());
    if (answer.closed || answer.writableFinished) return;
    const enough = AbortSignal.timeout(sendingMax);
    await Promise.race([
      once(answer, 'finish', { signal: enough }),
      once(answer, 'close', { signal: enough }),
    ]).catch(() => undefined);
  };
  inTurn(person, work, gone).catch(reject);
  return promise;
}
