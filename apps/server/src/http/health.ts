import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Registers `/healthz`, which shows that the process runs, and `/readyz`, which shows that the
 * database is reachable. Otherwise the error handler returns 503. Neither returns other data or is
 * cached.
 */
export function serveHealth(app: FastifyInstance, { db }: { db: Kysely<Schema> }): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get('/readyz', async (_request, reply) => {
    await sql`select 1`.execute(db);
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}
