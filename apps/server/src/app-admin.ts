import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from './db/schema.ts';
import type { Measured } from './features/metrics/measured.ts';
import { serveFigures } from './features/metrics/scrape.ts';
import { serveHealth } from './http/health.ts';
import { createServer } from './http/server.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';

/** What answers on `ADMIN_PORT`: figures and health for the machines that watch this one, and nothing else. Without a port. */
export function createAdminApp(deps: { log: Log; ids: Ids; db: Kysely<Schema>; measured: Measured }): FastifyInstance {
  const app = createServer({ log: deps.log, ids: deps.ids, trustProxy: false, bodyBytesMax: 1_024, behindHttps: false });
  serveHealth(app, deps);
  serveFigures(app, deps.measured, { kind: 'everybody' });
  return app;
}
