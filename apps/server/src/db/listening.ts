import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

/** Milliseconds until a lost connection is made again: a restart of the database takes about a second. */
const againAfter = 1_000;

/** Hears what is notified on a channel, on a connection of its own. `missed` says that some of it may not have been heard. */
export type Listening = { stop(): Promise<void> };

/**
 * Listens on a channel of the database: what a transaction notifies is heard by every process that listens, after its commit and
 * only then. A connection that is lost is made again for as long as it takes; what was notified meanwhile is not heard, which
 * `missed` is told.
 */
export function listen(
  poolConfig: pg.PoolConfig,
  channel: string,
  { heard, missed, log }: { heard: (payload: string) => void; missed: () => void; log: Log },
): Listening {
  let client: pg.Client | null = null;
  let stopped = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client(poolConfig);
    const lost = new Promise<void>((resolve) => {
      fresh.on('end', resolve);
      fresh.on('error', () => resolve());
    });
    fresh.on('notification', ({ payload }) => heard(payload ?? ''));
    await fresh.connect();
    await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = fresh;
    missed();
    await lost;
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await connect();
      } catch (error) {
        log.debug({ reason: error instanceof Error ? error.message : String(error) }, 'Events of the database are not heard');
      }
      client = null;
      if (!stopped) await sleep(againAfter, undefined, { ref: false });
    }
  }

  void run();
  return {
    async stop() {
      stopped = true;
      await client?.end();
    },
  };
}
