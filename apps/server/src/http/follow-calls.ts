import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ids } from '../platform/ids.ts';
import type { OpenSpan, Tracing } from '../platform/tracing.ts';
import { under, withLogIds } from '../platform/work.ts';
import type { Senders } from './senders.ts';

/** Request ids that are accepted from a trusted sender. */
const requestIds = /^[\w.:-]{1,128}$/;

/**
 * Routes that are not traced: event streams last as long as their page, and monitoring systems
 * repeat the others.
 */
const untraced = /\/(?:events|healthz|readyz|metrics)$/;

/** Returns the id of a request: that of a trusted sender, or else a new one. */
export function requestIdOf(
  request: IncomingMessage,
  { ids, senders }: { ids: Ids; senders: Senders },
): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && requestIds.test(given) && senders.isTrusted(request))
    return given;
  return ids.uuid();
}

const decorator = 'span';

/**
 * Adds the id of each call to what is logged during it, and records a span for it. Called before
 * other hooks are added. `tracing`: null if nothing is traced.
 */
export function followCalls(
  app: FastifyInstance,
  { tracing, senders }: { tracing: Tracing | null; senders: Senders },
): void {
  app.decorateRequest(decorator, null);
  app.addHook('onRequest', (request, reply, done) => {
    const span = tracing && beginSpan(request, tracing, senders);
    if (span === null) return withLogIds({ requestId: request.id }, done);
    request.setDecorator(decorator, span);
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      span.end(statusCode >= 500, {
        'http.response.status_code': statusCode,
        ...(!writableFinished && { 'longhand.call.aborted': true }),
      });
    });
    runIn(request, done);
  });
  // Reading the body loses the asynchronous context.
  app.addHook('preHandler', (request, _reply, done) => runIn(request, done));
}

/** Begins the span of a call; null if its route is not traced. */
function beginSpan(request: FastifyRequest, tracing: Tracing, senders: Senders): OpenSpan | null {
  const { method, id, raw, routeOptions } = request;
  const route = routeOptions.url;
  if (route === undefined || untraced.test(route)) return null;
  const { traceparent } = request.headers;
  const parent = typeof traceparent === 'string' && senders.isTrusted(raw) ? traceparent : null;
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'longhand.request.id': id,
  };
  return tracing.open({ name: `${method} ${route}`, kind: 'server', attributes }, parent);
}

/** Continues a call with its id and its span. */
function runIn(request: FastifyRequest, done: () => void): void {
  const span = request.getDecorator<OpenSpan | null>(decorator);
  withLogIds({ requestId: request.id }, span === null ? done : () => under(span.place, done));
}
