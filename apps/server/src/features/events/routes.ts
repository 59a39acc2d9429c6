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

/** What telling pages of events stands on. */
export type EventsDeps = { db: Kysely<Schema>; poolConfig: pg.PoolConfig; clock: Clock; log: Log };

/** Streams of one session: as many windows as a person may have open. */
const streamsMax = 20;

/** Milliseconds between two signs of life, which proxies want to see within a minute. */
const signOfLifeEvery = 25_000;

/** Bytes that may wait for a slow reader; then the stream is ended, and the page comes back and reads anew. */
const waitingMax = 262_144;

const stored = z.object({ name: eventName, to: z.looseObject({}), data: z.record(z.string(), z.unknown()) });

function readEvent(payload: string): Event {
  return stored.parse(JSON.parse(payload)) as unknown as Event;
}

/** Begins a stream of events on a request that Fastify no longer answers. Source: WHATWG HTML, Server-sent events. */
function openStream(reply: FastifyReply): Pick<Listener, 'send' | 'end'> & { sign(): void } {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that gather answers before they pass them on would keep events back.
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
 * Tells open pages of what concerns them, so that no page has to ask again and again. A stream ends with its session, and is looked at
 * again when it begins anew. Source: API, GET /events.
 */
export function eventsRoutes(route: Route, app: FastifyInstance, deps: EventsDeps): void {
  const hub = createHub(deps);
  const listening = listen(deps.poolConfig, eventsChannel, {
    heard: (payload) =>
      void Promise.resolve()
        .then(() => hub.tell(readEvent(payload)))
        .catch((error: unknown) => deps.log.error({ err: error }, 'pages could not be told of an event')),
    missed: () => hub.tellMissed(),
    log: deps.log,
  });

  route(endpoints.listenToEvents, async ({ user, session, request, reply }) => {
    const { sessionId } = session;
    if (hub.countOf(sessionId) >= streamsMax) refuse('too_many', { retryAfterSeconds: 30 });
    const stream = openStream(reply);
    const leave = hub.join({ ...stream, userId: user.id, sessionId, isAdmin: user.isAdmin });
    // What ran out by itself is told by nobody, nor what ended between coming in and joining: so it is looked at again.
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

  // Closing waits for open answers, and these would never end by themselves.
  app.addHook('preClose', async () => {
    hub.endAll();
    await listening.stop();
  });
}
