import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * How long is waited for slow callers, in milliseconds: for the head of a request, for its body, for a request that brings files, until
 * an idle connection is closed, and between two looks at who has used up their time. Node's own looks are half a minute apart: a slow
 * head would be borne three times as long.
 */
export type Patience = { head: number; body: number; files: number; idle: number; lookEvery: number };

/** What is waited for as a rule. */
export const usualPatience: Patience = {
  head: 15_000,
  body: 60_000,
  files: 3_600_000,
  idle: 65_000,
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

/** Says that a request brings files: as long as they keep coming, it may take its time. */
export function mayTakeLonger(request: FastifyRequest): void {
  request.getDecorator<() => void>(decorator)();
}
