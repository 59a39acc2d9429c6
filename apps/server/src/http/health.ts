import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';
import type { Drain } from './drain.ts';

/** Dependencies of the health checks. */
export type HealthDeps = {
  readonly db: Kysely<Schema>;
  readonly drain?: Pick<Drain, 'isOn'> | undefined;
};

/**
 * Registers `/healthz`, which shows that the process runs, and `/readyz`, which shows that the
 * database is reachable and that the process does not end. Otherwise the error handler returns 503.
 * Neither returns other data or is cached.
 */
export function serveHealth(app: FastifyInstance, { db, drain }: HealthDeps): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get('/readyz', async (_request, reply) => {
    if (drain?.isOn()) refuse('not_ready');
    await sql`select 1`.execute(db);
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}
