import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import type { Logger } from '../platform/log.ts';

/** Relay of hints over Redis or Valkey, which may be unreachable at any time. */
export type RedisRelay = {
  /** True if a message that this process published has recently come back. */
  isUp(): boolean;
  /** Publishes a message. Returns false if Redis did not accept it in time. */
  publish(channel: string, payload: string): Promise<boolean>;
  stop(): void;
};

/** Dependencies of {@link openRedisRelay}. */
export type RedisRelayDeps = {
  readonly url: string;
  /** Prefix of the channels: several installations may use one Redis. */
  readonly prefix: string;
  readonly channels: readonly string[];
  readonly heard: (channel: string, payload: string) => void;
  /** Called when {@link RedisRelay.isUp} has changed. */
  readonly changed: (isUp: boolean) => void;
  readonly log: Logger;
};

/** Time between two messages to itself (ms), and time without one after which Redis is down. */
const beatEvery = 500;
const silenceMax = 2_000;

/** Time limit of a command (ms). */
const commandWithin = 500;

/** Maximum delay before a connection is opened again (ms). */
const againWithin = 1_000;

/**
 * Opens a {@link RedisRelay}. It never throws, and connects again indefinitely. Neither a closed
 * nor a silent connection is noticed by its client in time, so that the relay sends messages to
 * itself.
 */
export function openRedisRelay(deps: RedisRelayDeps): RedisRelay {
  const { url, prefix, channels, heard, changed, log } = deps;
  const id = randomUUID();
  const beats = `${prefix}:beats`;
  const { publisher, subscriber, close } = openClients(url, log);
  let heardAt = -Infinity;
  let wasUp = false;
  const isUp = (): boolean => performance.now() - heardAt < silenceMax;

  const subscriptions = [
    subscriber.subscribe(beats, (from) => {
      if (from !== id) return;
      heardAt = performance.now();
      look();
    }),
    ...channels.map((channel) =>
      subscriber.subscribe(`${prefix}:${channel}`, (payload) => heard(channel, payload)),
    ),
  ];
  for (const subscription of subscriptions) subscription.catch(() => undefined);

  /** Compares the state with the last one. */
  function look(): void {
    const now = isUp();
    if (now === wasUp) return;
    wasUp = now;
    if (now) log.info({}, 'Redis is reachable');
    else log.warn({}, 'Redis is unreachable, hints are sent over the database');
    changed(now);
  }

  async function publish(channel: string, payload: string): Promise<boolean> {
    const published = publisher.publish(channel, payload).then(
      () => true,
      () => false,
    );
    return Promise.race([published, afterwards(commandWithin)]);
  }

  const beating = setInterval(() => {
    look();
    if (publisher.isReady) void publish(beats, id);
  }, beatEvery);
  beating.unref();

  return {
    isUp,
    publish: (channel, payload) => publish(`${prefix}:${channel}`, payload),
    stop() {
      clearInterval(beating);
      close();
    },
  };
}

/** Opens connections that are opened again indefinitely, one of them to subscribe. */
function openClients(url: string, log: Logger) {
  const publisher = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, againWithin) },
  });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  const clients = [publisher, subscriber];
  for (const client of clients) {
    client.on('error', (error: unknown) =>
      log.debug({ reason: String(error) }, 'No connection to Redis'),
    );
    client.connect().catch(() => undefined);
  }
  const close = (): void => {
    for (const client of clients) if (client.isOpen) client.destroy();
  };
  return { publisher, subscriber, close };
}

/** Resolves with false after some time (ms). */
function afterwards(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds).unref());
}
