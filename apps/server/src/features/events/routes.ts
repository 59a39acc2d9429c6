import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { endpoints } from '@longhand/contract';
import { hintChannels, type Hints } from '../../db/hints.ts';
import type { Schema } from '../../db/schema.ts';
import { logFailure } from '../../db/log-failure.ts';
import { readEvent, type Event } from '../../domain/events.ts';
import type { Route } from '../../http/routes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { refuse } from '../../platform/refusal.ts';
import { isAlive } from './alive.ts';
import { createHub, type Hub, type Listener } from './hub.ts';
import { createRecentEvents, type RecentEvents } from './recent.ts';

/** Dependencies of event streams. */
export type EventsDeps = {
  db: Kysely<Schema>;
  hints: Pick<Hints, 'listen'>;
  clock: Clock;
  log: Logger;
};

/** Maximum number of streams per session, one for each open window. */
const streamsMax = 20;

/** Maximum number of repeated events: for more, a page reads again at less cost. */
const repeatedMax = 50;

/** Interval of keep-alive events (ms). Proxies require data within one minute. */
const signOfLifeEvery = 25_000;

/**
 * Maximum number of unread bytes per stream. Beyond it the stream is closed, and the page
 * reconnects and reads again.
 */
const waitingMax = 262_144;

/** Opens an event stream on a hijacked request. Source: WHATWG HTML, Server-sent events. */
function openStream(reply: FastifyReply): Pick<Listener, 'send' | 'end'> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that buffer responses would delay events.
    'x-accel-buffering': 'no',
  });
  function write(text: string): void {
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > waitingMax) raw.destroy();
    else raw.write(text);
  }
  write('retry: 3000\n\n');
  return {
    send: ({ name, data }) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void raw.end(),
  };
}

/**
 * Sends a listener the events since its data were read. Returns false if they are not all known,
 * too many, or could not be sent.
 */
async function hasRepeated(
  hub: Hub,
  listener: Listener,
  events: readonly Event[] | null,
): Promise<boolean> {
  if (events === null || events.length > repeatedMax) return false;
  return hub.repeat(listener, events).then(
    () => true,
    () => false,
  );
}

/** Passes the events that processes publish on to the hub, and stores them for new streams. */
function followEvents({ hints, log }: EventsDeps, hub: Hub, recent: RecentEvents): void {
  async function deliver(payload: string): Promise<void> {
    const event = readEvent(payload);
    recent.add(event);
    await hub.deliver(event);
  }
  hints.listen(hintChannels.events, {
    heard: (payload) =>
      void deliver(payload).catch((error: unknown) =>
        logFailure(log, error, 'an event could not be sent to open pages'),
      ),
    missed() {
      recent.clear();
      hub.notifyMissed();
    },
  });
}

/**
 * Registers the event stream, which notifies open pages so that they need no polling. A stream ends
 * with its session, which is checked again on reconnect.
 */
export function eventsRoutes(route: Route, app: FastifyInstance, deps: EventsDeps): void {
  const hub = createHub(deps);
  const recent = createRecentEvents(() => performance.now());
  followEvents(deps, hub, recent);

  route(endpoints.listenToEvents, async ({ user, session, query, request, reply }) => {
    const { sessionId } = session;
    if (hub.countOf(sessionId) >= streamsMax) refuse('too_many', { retryAfterSeconds: 30 });
    const stream = openStream(reply);
    const listener = { ...stream, userId: user.id, sessionId, isAdmin: user.isAdmin };
    const leave = hub.join(listener);
    // No event reports an expired session, or one that ended between admission and joining. So it
    // is checked again.
    const check = async (): Promise<void> => {
      if (await isAlive(deps.db, sessionId, new Date(deps.clock.now()))) return;
      stream.send({ name: 'account', data: { kind: 'signed_out' } });
      stream.end();
    };
    const signs = setInterval(() => {
      stream.send({ name: 'alive', data: {} });
      check().catch(() => undefined);
    }, signOfLifeEvery);
    request.raw.on('close', () => {
      clearInterval(signs);
      leave();
    });
    try {
      await check();
      const events = query.age === undefined ? null : recent.since(query.age);
      const missed = !(await hasRepeated(hub, listener, events));
      stream.send({ name: 'hello', data: { missed } });
    } catch (error) {
      // The page opens another one. Without a greeting it would not know which events it missed.
      stream.end();
      throw error;
    }
    return undefined;
  });

  // Closing waits for open responses, and these streams would never end by themselves.
  app.addHook('preClose', async () => {
    hub.endAll();
  });
}
