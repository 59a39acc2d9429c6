import type { Duplex } from 'node:stream';
import { createFairSemaphore } from '../domain/fair-semaphore.ts';
import type { Upgrade } from './upgrade.ts';

/**
 * Maximum number of upgrades for which the database is asked at a time. Each takes one of the ten
 * connections of the pool.
 */
export const upgradesAtOnce = 4;

/**
 * Runs the queries for an upgrade when it is its turn. Browsers take turns; within one, the first
 * comes first. Rejects, without a call of `task`, if the client leaves before.
 */
export type InTurn = <Result>(
  upgrade: Pick<Upgrade, 'request' | 'stream'>,
  task: () => Promise<Result>,
) => Promise<Result>;

/**
 * Aborts when the client of a stream leaves. Until `stop` is called, received bytes are dropped: a
 * client sends none before the response to its upgrade.
 */
function watchLeaving(stream: Duplex): { readonly gone: AbortSignal; stop(): void } {
  const gone = new AbortController();
  const end = (): void => void stream.destroy();
  const leave = (): void => gone.abort();
  stream.once('end', end).once('close', leave).resume();
  return {
    gone: gone.signal,
    stop: () => void stream.off('end', end).off('close', leave).pause(),
  };
}

/**
 * Creates the turns of a process. When thousands of pages return after an outage, all wait here,
 * and calls and sign-ins do not wait behind them for a connection to the database. A page that
 * gives up and comes back does not wait twice.
 */
export function createTurns(): InTurn {
  const semaphore = createFairSemaphore({
    concurrency: upgradesAtOnce,
    concurrencyPerUser: upgradesAtOnce,
    waitingMax: Infinity,
    waitingPerUserMax: Infinity,
    overflow() {
      throw new RangeError('the number of waiting upgrades is not limited');
    },
  });
  return async ({ request, stream }, task) => {
    const { gone, stop } = watchLeaving(stream);
    const begin = (): ReturnType<typeof task> => {
      stop();
      return task();
    };
    return semaphore(request.headers.cookie ?? '', begin, gone);
  };
}
