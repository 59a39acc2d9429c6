import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Ids } from '../platform/ids.ts';
import { Refusal, refuse } from '../platform/refusal.ts';
import type { Drain } from './drain.ts';
import type { Tracing } from '../platform/tracing.ts';
import { followCalls, requestIdOf } from './follow-calls.ts';
import { sendSecurityHeaders } from './headers.ts';
import { closeIdleAtEnd } from './idle-connections.ts';
import { cutOffSlowBodies, cutOffSlowReaders, defaultSlowRequestLimits } from './slow-requests.ts';
import { handleError, problemOf } from './problems.ts';
import { createSenders } from './senders.ts';

/**
 * Dependencies of the HTTP server. Sizes in bytes. `nodeSecret`: secret of the nodes; null for a
 * single process. `tracing`: null if nothing is traced.
 */
export type ServerDeps = {
  log: FastifyBaseLogger;
  ids: Ids;
  trustProxy: false | readonly string[];
  bodyBytesMax: number;
  behindHttps: boolean;
  drain?: Pick<Drain, 'isOn'> | undefined;
  nodeSecret?: string | null;
  tracing?: Tracing | null;
};

/**
 * Creates the HTTP server without routes and port: logging, body parsing, error handling and
 * timeouts. Bodies are JSON in UTF-8 only (415), parsed only after a call was admitted.
 */
export function createServer(deps: ServerDeps, limits = defaultSlowRequestLimits): FastifyInstance {
  const { ids, nodeSecret = null, tracing = null } = deps;
  const senders = createSenders(deps.trustProxy, nodeSecret);
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: (request) => requestIdOf(request, { ids, senders }),
    requestIdHeader: false,
    trustProxy: senders.isProxy ?? false,
    bodyLimit: deps.bodyBytesMax,
    requestTimeout: limits.files,
    keepAliveTimeout: limits.idle,
    // Calls that arrive over open connections while the server ends are served: what they need is
    // closed after it. Their responses end the connections.
    return503OnClosing: false,
    http: { headersTimeout: limits.head, connectionsCheckingInterval: limits.checkEvery },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, ids.uuid()),
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  });

  followCalls(app, { tracing, senders });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch {
      // The parser's message would repeat the client's input, so it is omitted.
      done(new Refusal('malformed'));
    }
  });
  app.setErrorHandler(handleError);
  closeIdleAtEnd(app);
  cutOffSlowBodies(app, limits);
  cutOffSlowReaders(app, limits);
  if (deps.trustProxy === false) warnOfProxy(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // A client would use an idle connection at the moment when it is closed.
    if (deps.drain?.isOn()) reply.header('connection', 'close');
    sendSecurityHeaders(reply, deps.behindHttps);
    if (hostsOf(request.raw.rawHeaders) > 1) refuse('malformed');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug(
      { method, route: routeOptions.url, status: reply.statusCode, ms },
      'answered',
    );
  });
  return app;
}

/**
 * Returns the number of `Host` headers. With several, a proxy may have used another one than we
 * would. Source: RFC 9112, 3.2.
 */
function hostsOf(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length;
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
}

/** HTTP status for requests that Node cannot read, by Node's error code. */
const brokenStatus: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Responds to malformed or too slow requests and closes the connection, because later data cannot
 * be parsed.
 */
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  requestId: string,
): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = brokenStatus[error.code ?? ''] ?? 400;
  const document = JSON.stringify({ ...problemOf('malformed', requestId), status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(document)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${document}`);
}

/**
 * Warns once of an untrusted proxy: all its users have its address and share the rate limit of one
 * address.
 */
function warnOfProxy(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook('onRequest', async ({ headers, log }) => {
    if (isSaid || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined))
      return;
    isSaid = true;
    log.warn(
      'Requests have X-Forwarded-For, but TRUST_PROXY is off: all visitors share the rate limits of one address. Set TRUST_PROXY to the address of the proxy.',
    );
  });
}
