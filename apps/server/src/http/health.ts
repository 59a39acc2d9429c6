import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * `/healthz`: the process lives. `/readyz`: it can do its work, which is to reach the database; 503 otherwise, by the
 * handler of errors. Neither tells anything else, and neither is kept by anyone. Source: API, Calls.
 */
export function serveHealth(app: FastifyInstance, { db }: { db: Kysely<Schema> }): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  app.get('/readyz', async (_request, reply) => {
    await sql`select 1`.execute(db);
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}
