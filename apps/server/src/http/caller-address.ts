import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/**
 * Provides the client address of the current call to any code below it. Audit entries need the
 * address, which would otherwise be a parameter of every function in between.
 */
export interface CallerAddress {
  /** Returns the client address of the current call, or null outside a call. */
  current(): string | null;
  /** Records the addresses of the calls of `app`. Call it before routes are registered. */
  follow(app: FastifyInstance): void;
}

/** Creates the {@link CallerAddress}. */
export function createCallerAddress(): CallerAddress {
  const addresses = new AsyncLocalStorage<string>();
  return {
    current: () => addresses.getStore() ?? null,
    follow(app) {
      // The last hook before the handler: reading the body loses an earlier async context.
      app.addHook('preHandler', (request, _reply, done) => addresses.run(request.ip, done));
    },
  };
}
