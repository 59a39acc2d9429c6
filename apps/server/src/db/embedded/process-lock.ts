import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { advisoryLocks } from '../advisory-locks.ts';

/** Held for as long as this process runs on the cluster. It tells a second start from a database that a kill left behind. */
export type ProcessLock = { release(): Promise<void> };

const retryMs = 100;
// After a cut connection the server may need a moment to notice that its session, which holds the lock, is over.
const takenForGoodMs = 5_000;

/** A connection that holds the lock, or null if another process holds it; `onEnd` when it is cut. Throws where there is no database. */
export async function tryProcessLock(config: pg.ClientConfig, onEnd: () => void): Promise<pg.Client | null> {
  const client = new pg.Client({ ...config, application_name: 'longhand lock' });
  // What ends a connection is told by `end`; `error` must be heard all the same.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
    ...advisoryLocks.process,
  ]);
  if (rows[0]?.held === true) return client.once('end', onEnd);
  await client.end();
  return null;
}

/**
 * Keeps the lock: when its connection is cut, it is taken again as soon as the database is back. `onLost` is called if another
 * process has it by then. Null if another process holds it now.
 */
export async function holdProcessLock(config: pg.ClientConfig, log: Log, onLost: () => void): Promise<ProcessLock | null> {
  let released = false;
  let ended = () => {};
  let client = await tryProcessLock(config, () => ended());
  if (client === null) return null;

  async function takeAgain(): Promise<void> {
    let deadline = Number.POSITIVE_INFINITY;
    while (!released) {
      try {
        client = await tryProcessLock(config, () => ended());
        if (client !== null) return;
        deadline = Math.min(deadline, performance.now() + takenForGoodMs);
        if (performance.now() >= deadline) return onLost();
      } catch (error) {
        log.debug({ err: error }, 'The lock of this process cannot be taken yet');
      }
      await sleep(retryMs);
    }
  }

  ended = () => {
    if (!released) void takeAgain();
  };
  return {
    async release() {
      released = true;
      await client?.end();
    },
  };
}
