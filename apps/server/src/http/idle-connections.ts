import type { FastifyInstance } from 'fastify';

/** Time between two looks for idle connections while a server ends (ms). */
const interval = 100;

/**
 * Closes connections that become idle while the server ends. Node closes those that are idle at
 * that moment, and would wait for the next request of the others until their time limit.
 */
export function closeIdleAtEnd(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const timer = setInterval(() => app.server.closeIdleConnections(), interval);
    app.server.once('close', () => clearInterval(timer));
  });
}
