import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/**
 * Knows, anywhere below a call, from which address it came. What is written down of a call needs it, and would otherwise carry it
 * through every function in between.
 */
export interface CallerAddress {
  /** The address of the call that is being answered; null where none is. */
  current(): string | null;
  /** Learns the addresses of the calls of `app`. Before its routes are made. */
  follow(app: FastifyInstance): void;
}

/** Makes {@link CallerAddress}. */
export function createCallerAddress(): CallerAddress {
  const addresses = new AsyncLocalStorage<string>();
  return {
    current: () => addresses.getStore() ?? null,
    follow(app) {
      // The last hook before the handler: reading the body ends what was begun before it.
      app.addHook('preHandler', (request, _reply, done) => addresses.run(request.ip, done));
    },
  };
}
