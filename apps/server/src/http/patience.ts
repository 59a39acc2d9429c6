import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * How long is waited for slow callers, in milliseconds: for the head of a request, for its body, for a request that brings files, until
 * an idle connection is closed, for somebody who reads nothing of an answer, and between two looks at who has used up their time. Node's own looks are half a minute apart: a slow
 * head would be borne three times as long.
 */
export type Patience = { head: number; body: number; files: number; idle: number; reading: number; lookEvery: number };

/** What is waited for as a rule. */
export const usualPatience: Patience = {
  head: 15_000,
  body: 60_000,
  files: 3_600_000,
  idle: 65_000,
  reading: 60_000,
  lookEvery: 5_000,
};

/** Bytes that have to come in the time of a body, of a request that may take longer: a line as slow as 35 kbit/s. */
const bytesInTime = 262_144;

const decorator = 'mayTakeLonger';

/**
 * Cuts a caller off whose body has not come whole in its time. Until it was let in and its files are asked for, nobody gets more: who
 * may not bring anything cannot hold connections by bringing it slowly. Source: API, Limits; OWASP Denial of Service Cheat Sheet.
 */
export function cutOffSlowBodies(app: FastifyInstance, patience: Patience): void {
  app.decorateRequest(decorator, null);
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    let longer = false;
    let before = raw.socket.bytesRead;
    const look = setInterval(() => {
      const came = raw.socket.bytesRead - before;
      before += came;
      if (longer && !raw.complete && came >= bytesInTime) return;
      clearInterval(look);
      if (!raw.complete) raw.destroy();
    }, patience.body);
    look.unref();
    request.setDecorator(decorator, () => (longer = true));
    // Who was refused at once may go on sending: that is waited for no longer than if they had been let in.
    reply.raw.once('close', () => {
      if (raw.complete) clearInterval(look);
    });
  });
}

/** Bytes of an answer that are handed to the connection at once: what is taken of a larger piece cannot be seen. */
const sliceBytes = 65_536;

function* slicesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += sliceBytes) yield whole.subarray(at, at + sliceBytes);
}

/**
 * Cuts a caller off who takes nothing of an answer for a while: what waits for them is kept in memory. Long answers go out in slices, so
 * that it is seen that somebody on a slow line does take them.
 */
export function cutOffSlowReaders(app: FastifyInstance, patience: Patience): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { socket } = request.raw;
    let before = -1;
    const look = setInterval(() => {
      const waiting = socket.writableLength ?? 0;
      const taken = socket.bytesWritten - waiting;
      if (waiting > 0 && taken === before) socket.destroy();
      before = taken;
    }, patience.reading);
    look.unref();
    reply.raw.once('close', () => clearInterval(look));
    const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > sliceBytes;
    if (!isLong || request.method === 'HEAD') return payload;
    const whole = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    reply.header('content-length', String(whole.length));
    return Readable.from(slicesOf(whole));
  });
}

/** Says that a request brings files: as long as they keep coming, it may take its time. */
export function mayTakeLonger(request: FastifyRequest): void {
  request.getDecorator<() => void>(decorator)();
}
