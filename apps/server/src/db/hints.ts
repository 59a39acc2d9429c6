import type pg from 'pg';
import { randomUUID } from 'node:crypto';
import type { Logger } from '../platform/log.ts';
import { listen, type Listening } from './listening.ts';
import type { openRedisRelay, RedisRelay } from './redis-relay.ts';

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

/** Channel on which processes tell others that they do not reach Redis. */
const relayChannel = 'longhand_relay';

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
   * Sends a hint, over Redis while all processes reach it, otherwise over the database.
   *
   * @param payload at most {@link hintBytesMax} bytes
   * @throws the error of PostgreSQL if it is unreachable
   */
  send(channel: HintChannel, payload: string): Promise<void>;
}

/** Parts of a database that hints need. */
export type HintsDatabase = { readonly pool: pg.Pool; readonly poolConfig: pg.PoolConfig };

/**
 * A Redis for hints. `prefix`: of its channels. `open`: opens the relay, whose client is loaded
 * only if there is a Redis.
 */
export type HintsRedis = {
  readonly url: string;
  readonly prefix: string;
  readonly open: typeof openRedisRelay;
};

/** Time between two notes of a process that does not reach Redis, and their validity (ms). */
const noteEvery = 2_000;
const noteValid = 3 * noteEvery;

/** Time after the first note in which other processes stop to use Redis (ms). */
const switchWithin = 1_000;

/**
 * Opens the {@link Hints} over notifications of the database, with one connection to listen.
 * Processes receive hints of both ways all the time.
 *
 * @param redis Redis to send hints over; null for the database only
 */
export function openHints(
  database: HintsDatabase,
  log: Logger,
  redis: HintsRedis | null = null,
): Hints {
  const listeners = new Map<string, HintListener>();
  const heard = (channel: string, payload: string): void => listeners.get(channel)?.heard(payload);
  const missed = (): void => {
    for (const listener of listeners.values()) listener.missed();
  };
  const notify = async (channel: string, payload: string): Promise<void> => {
    await database.pool.query('select pg_notify($1, $2)', [channel, payload]);
  };
  const relaying = redis === null ? null : startRelaying(redis, { heard, missed, notify, log });
  let isConnected = false;
  const listening = listen(database.poolConfig, [...Object.values(hintChannels), relayChannel], {
    heard(channel, payload) {
      if (channel === relayChannel) relaying?.note(payload);
      else heard(channel, payload);
    },
    missed() {
      isConnected = true;
      missed();
    },
    log,
  });
  return {
    listen(channel, listener) {
      listeners.set(channel, listener);
      if (isConnected) listener.missed();
    },
    async send(channel, payload) {
      if (relaying?.isUsed() && (await relaying.relay.publish(channel, payload))) return;
      await notify(channel, payload);
    },
    async stop() {
      relaying?.stop();
      await listening.stop();
    },
  };
}

type Relaying = {
  readonly relay: RedisRelay;
  /** True if all processes reach Redis, as far as this one knows. */
  isUsed(): boolean;
  /** Reads the note of a process, also of this one. */
  note(payload: string): void;
  stop(): void;
};

/** Starts to send hints over Redis while no process tells the others that it does not reach it. */
function startRelaying(
  { url, prefix, open }: HintsRedis,
  {
    heard,
    missed,
    notify,
    log,
  }: {
    heard: (channel: string, payload: string) => void;
    missed: () => void;
    notify: (channel: string, payload: string) => Promise<void>;
    log: Logger;
  },
): Relaying {
  const id = randomUUID();
  /** Processes that do not reach Redis, each with the end of its note (ms). */
  const without = new Map<string, number>();
  const tell = (): void =>
    void notify(relayChannel, `${relay.isUp() ? '+' : '-'}${id}`).catch(() => undefined);
  const relay = open({
    url,
    prefix,
    channels: Object.values(hintChannels),
    heard,
    changed(isUp) {
      tell();
      // Others have sent hints over Redis until they received the note.
      if (!isUp) setTimeout(missed, switchWithin).unref();
    },
    log,
  });
  const noting = setInterval(() => {
    if (!relay.isUp()) tell();
  }, noteEvery);
  noting.unref();
  return {
    relay,
    isUsed() {
      const now = performance.now();
      for (const [process, end] of without) if (end < now) without.delete(process);
      return relay.isUp() && without.size === 0;
    },
    note(payload) {
      const process = payload.slice(1);
      if (payload.startsWith('-')) without.set(process, performance.now() + noteValid);
      else without.delete(process);
    },
    stop() {
      clearInterval(noting);
      relay.stop();
    },
  };
}
