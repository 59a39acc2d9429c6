import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { readBearer } from '../../http/bearer.ts';
import { refuse } from '../../platform/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Measured } from './measured.ts';
import { watchProcess } from './process-metrics.ts';
import { prometheusText } from './prometheus.ts';
import { readSharedFigures } from './shared-figures.ts';

/** Access to the metrics from outside: for every client of the port, with the token, or none. */
export type Scrapers =
  | { readonly kind: 'all' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none' };

/** Time that the response waits for the database (ms). */
const waitMax = 1_000;

function requireToken(header: string | undefined, token: string): void {
  const given = readBearer(header);
  if (given === null || !timingSafeEqual(hashOf(given), hashOf(token))) refuse('not_signed_in');
}

/** Returns the result of a query, or null if the database is late or not available. */
function unlessLate<T>(query: Promise<T>): Promise<T | null> {
  return Promise.race([query.catch(() => null), sleep(waitMax, null)]);
}

/** Registers `GET /metrics` in Prometheus' text format. Without access it responds with 404. */
export function serveMetrics(
  app: FastifyInstance,
  { measured, db }: { measured: Measured; db: Kysely<Schema> },
  scrapers: Scrapers,
): void {
  if (scrapers.kind === 'none') return void app.get('/metrics', () => refuse('not_found'));
  const watched = watchProcess();
  app.addHook('onClose', async () => watched.stop());
  app.get('/metrics', async (request, reply) => {
    if (scrapers.kind === 'token') requireToken(request.headers.authorization, scrapers.token);
    // Metrics of the process are needed most while the database is not available.
    const [shared, storage] = await Promise.all([
      unlessLate(readSharedFigures(db)),
      measured.resources.storage(),
    ]);
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(prometheusText(measured, { shared, storage, process: watched.take() }));
  });
}
