import type pg from 'pg';
import type { Logger } from '../platform/log.ts';
import { listen, type Listening } from './listening.ts';

/** Channels of hints. */
export const hintChannels = {
  /** Events for open pages. */
  events: 'longhand_events',
  /** Changes of rights. */
  rights: 'longhand_rights',
  /** Counts of rate limits. */
  counts: 'longhand_counts',
} as const;

/** A channel of hints. */
export type HintChannel = (typeof hintChannels)[keyof typeof hintChannels];

/** Receiver of the hints of a channel. */
export type HintListener = {
  readonly heard: (payload: string) => void;
  /** Called when hints can be received, and whenever some may have been lost before. */
  readonly missed: () => void;
};

/** Maximum size of a hint (bytes). PostgreSQL limits a payload to less than 8,000. */
export const hintBytesMax = 7_900;

/**
 * Messages between the processes on one database. A process receives its own, too. They may be
 * lost, but not without a call of `missed`.
 */
export interface Hints extends Listening {
  /** Calls `listener` for the hints of a channel. A channel has one listener. */
  listen(channel: HintChannel, listener: HintListener): void;
  /**
   * Sends a hint.
   *
   * @param payload at most {@link hintBytesMax} bytes
   * @throws the error of PostgreSQL if it is unreachable
   */
  send(channel: HintChannel, payload: string): Promise<void>;
}

/** Opens the {@link Hints} over notifications of the database, with one connection to listen. */
export function openHints(
  { pool, poolConfig }: { readonly pool: pg.Pool; readonly poolConfig: pg.PoolConfig },
  log: Logger,
): Hints {
  const listeners = new Map<string, HintListener>();
  let isConnected = false;
  const listening = listen(poolConfig, Object.values(hintChannels), {
    heard: (channel, payload) => listeners.get(channel)?.heard(payload),
    missed() {
      isConnected = true;
      for (const { missed } of listeners.values()) missed();
    },
    log,
  });
  return {
    listen(channel, listener) {
      listeners.set(channel, listener);
      if (isConnected) listener.missed();
    },
    async send(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    stop: () => listening.stop(),
  };
}
