import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Timeouts for slow clients (ms).
 *
 * - `head`: for the head of a request.
 * - `body`: for its body.
 * - `files`: for a request that uploads files.
 * - `idle`: until an idle connection is closed.
 * - `reading`: for a client that reads nothing of a response.
 * - `checkEvery`: time between two checks. Node's default is half a minute, which would triple the
 *   timeout of a slow head.
 */
export type SlowRequestLimits = {
  head: number;
  body: number;
  files: number;
  idle: number;
  reading: number;
  checkEvery: number;
};

/** Default timeouts. */
export const defaultSlowRequestLimits: SlowRequestLimits = {
  head: 15_000,
  body: 60_000,
  files: 3_600_000,
  idle: 65_000,
  reading: 60_000,
  checkEvery: 5_000,
};

/**
 * Minimum number of bytes per body timeout for a request that may take longer: a connection of 35
 * kbit/s.
 */
const bytesInTime = 262_144;

const decorator = 'mayTakeLonger';

/**
 * Disconnects clients that do not send their whole body in time. Only admitted requests whose files
 * are being read get more time: other clients cannot hold connections by sending slowly. Source:
 * OWASP Denial of Service Cheat Sheet.
 */
export function cutOffSlowBodies(app: FastifyInstance, limits: SlowRequestLimits): void {
  app.decorateRequest(decorator, null);
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    let longer = false;
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const came = raw.socket.bytesRead - before;
      before += came;
      if (longer && !raw.complete && came >= bytesInTime) return;
      clearInterval(timer);
      if (!raw.complete) raw.destroy();
    }, limits.body);
    timer.unref();
    request.setDecorator(decorator, () => (longer = true));
    // A client that was refused early may continue to send. It gets no more time than an admitted
    // one.
    reply.raw.once('close', () => {
      if (raw.complete) clearInterval(timer);
    });
  });
}

/**
 * Size of the slices of a response written to the connection (bytes). Progress within a larger
 * piece would be invisible.
 */
const sliceBytes = 65_536;

function* slicesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += sliceBytes) yield whole.subarray(at, at + sliceBytes);
}

/**
 * Disconnects clients that read nothing of a response for a while, because unread data stays in
 * memory. Long responses are written in slices, so that the progress of slow clients is visible.
 */
export function cutOffSlowReaders(app: FastifyInstance, limits: SlowRequestLimits): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { socket } = request.raw;
    let before = -1;
    const timer = setInterval(() => {
      const waiting = socket.writableLength ?? 0;
      const taken = socket.bytesWritten - waiting;
      if (waiting > 0 && taken === before) socket.destroy();
      before = taken;
    }, limits.reading);
    timer.unref();
    reply.raw.once('close', () => clearInterval(timer));
    const isLong =
      (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > sliceBytes;
    if (!isLong || request.method === 'HEAD') return payload;
    const whole = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    reply.header('content-length', String(whole.length));
    return Readable.from(slicesOf(whole));
  });
}

/** Marks a request as a file upload: it may take longer as long as data arrives. */
export function allowLongRequest(request: FastifyRequest): void {
  request.getDecorator<() => void>(decorator)();
}
