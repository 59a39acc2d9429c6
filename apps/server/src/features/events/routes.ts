import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { endpoints, eventName } from '@longhand/contract';
import { listen } from '../../db/listening.ts';
import type { Schema } from '../../db/schema.ts';
import { eventsChannel, type Event } from '../../domain/events.ts';
import type { Route } from '../../http/routes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { refuse } from '../../platform/refusal.ts';
import { isAlive } from './alive.ts';
import { createHub, type Listener } from './hub.ts';

/** Dependencies of event streams. */
export type EventsDeps = { db: Kysely<Schema>; poolConfig: pg.PoolConfig; clock: Clock; log: Log };

/** Maximum number of streams per session, one for each open window. */
const streamsMax = 20;

/** Interval of keep-alive comments (ms). Proxies require data within one minute. */
const signOfLifeEvery = 25_000;

/**
 * Maximum number of unread bytes per stream. Beyond it the stream is closed, and the page
 * reconnects and reads again.
 */
const waitingMax = 262_144;

const stored = z.object({
  name: eventName,
  to: z.looseObject({}),
  data: z.record(z.string(), z.unknown()),
});

function readEvent(payload: string): Event {
  return stored.parse(JSON.parse(payload)) as unknown as Event;
}

/** Opens an event stream on a hijacked request. Source: WHATWG HTML, Server-sent events. */
function openStream(reply: FastifyReply): Pick<Listener, 'send' | 'end'> & { sign(): void } {
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
    send: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    sign: () => write(':\n\n'),
    end: () => void raw.end(),
  };
}

/**
 * Registers the event stream, which notifies open pages so that they need no polling. A stream ends
 * with its session, which is checked again on reconnect. Source: API, GET /events.
 */
export function eventsRoutes(route: Route, app: FastifyInstance, deps: EventsDeps): void {
  const hub = createHub(deps);
  const listening = listen(deps.poolConfig, eventsChannel, {
    heard: (payload) =>
      void Promise.resolve()
        .then(() => hub.tell(readEvent(payload)))
        .catch((error: unknown) =>
          deps.log.error({ err: error }, 'an event could not be sent to open pages'),
        ),
    missed: () => hub.tellMissed(),
    log: deps.log,
  });

  route(endpoints.listenToEvents, async ({ user, session, request, reply }) => {
    const { sessionId } = session;
    if (hub.countOf(sessionId) >= streamsMax) refuse('too_many', { retryAfterSeconds: 30 });
    const stream = openStream(reply);
    const leave = hub.join({ ...stream, userId: user.id, sessionId, isAdmin: user.isAdmin });
    // No event reports an expired session, or one that ended between admission and joining. So it
    // is checked again.
    const look = async (): Promise<void> => {
      if (await isAlive(deps.db, sessionId, new Date(deps.clock.now()))) return stream.sign();
      stream.send('account', { kind: 'signed_out' });
      stream.end();
    };
    const signs = setInterval(() => void look().catch(stream.sign), signOfLifeEvery);
    request.raw.on('close', () => {
      clearInterval(signs);
      leave();
    });
    stream.send('hello', {});
    await look();
    return undefined;
  });

  // Closing waits for open responses, and these streams would never end by themselves.
  app.addHook('preClose', async () => {
    hub.endAll();
    await listening.stop();
  });
}
