import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from './db/schema.ts';
import type { Measured } from './features/metrics/measured.ts';
import { serveMetrics } from './features/metrics/scrape.ts';
import type { Drain } from './http/drain.ts';
import { serveHealth } from './http/health.ts';
import { createServer } from './http/server.ts';
import type { Ids } from './platform/ids.ts';
import type { Logger } from './platform/log.ts';

/**
 * Creates the application for `ADMIN_PORT`: only metrics and health, for monitoring systems. It
 * does not listen yet.
 */
export function createAdminApp(deps: {
  log: Logger;
  ids: Ids;
  db: Kysely<Schema>;
  measured: Measured;
  drain?: Drain;
}): FastifyInstance {
  const app = createServer({
    log: deps.log,
    ids: deps.ids,
    trustProxy: false,
    bodyBytesMax: 1_024,
    behindHttps: false,
  });
  serveHealth(app, deps);
  serveMetrics(app, deps, { kind: 'all' });
  return app;
}
