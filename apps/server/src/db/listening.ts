import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../platform/log.ts';

/** Delay before reconnecting (ms). A restart of the database takes about one second. */
const againAfter = 1_000;

/** Listener on notification channels with its own connection. */
export type Listening = { stop(): Promise<void> };

/**
 * Listens on notification channels of the database. Every listening process receives the
 * notifications of a transaction after its commit, and only then. Reconnects indefinitely. Calls
 * `missed` after each connect, because notifications during an outage are lost.
 */
export function listen(
  poolConfig: pg.PoolConfig,
  channels: readonly string[],
  {
    heard,
    missed,
    log,
  }: { heard: (channel: string, payload: string) => void; missed: () => void; log: Logger },
): Listening {
  let client: pg.Client | null = null;
  let stopped = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client(poolConfig);
    const lost = new Promise<void>((resolve) => {
      fresh.on('end', resolve);
      fresh.on('error', () => resolve());
    });
    fresh.on('notification', ({ channel, payload }) => heard(channel, payload ?? ''));
    client = fresh;
    try {
      await fresh.connect();
      await fresh.query(
        channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join(';'),
      );
      missed();
      await lost;
    } finally {
      await fresh.end().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await connect();
      } catch (error) {
        log.debug(
          { reason: error instanceof Error ? error.message : String(error) },
          'No connection for events of the database',
        );
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
