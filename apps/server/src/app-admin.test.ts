import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createAdminApp } from './app-admin.ts';
import { createTestDatabase, type TestDatabase } from './db/testing.ts';
import { createEmptyMetrics } from './features/metrics/register-sampler.ts';
import { systemClock } from './platform/clock.ts';
import { createIds } from './platform/ids.ts';
import { createLog } from './platform/log.ts';

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  const measured = createEmptyMetrics(systemClock);
  app = createAdminApp({
    log: createLog('silent'),
    ids: createIds(systemClock),
    db: database.kysely,
    measured,
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

test.each([
  ['/metrics', 200],
  ['/healthz', 200],
  ['/readyz', 200],
  ['/api/v1/user/me', 404],
  ['/api/v1/admin/overview', 404],
  ['/', 404],
  ['/collab/0192f0c1-7a00-7000-8000-0123456789ab', 404],
])('the metrics port answers GET %s with status %i', async (url, status) => {
  expect((await app.inject({ url })).statusCode).toBe(status);
});

test('the metrics port refuses POST, PUT and DELETE with 404', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect((await app.inject({ method, url: '/metrics' })).statusCode).toBe(404);
  }
});
