import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../app.testing.ts';
import type { Schema } from '../db/schema.ts';

describe('with a reachable database', () => {
  let host: TestApp;
  beforeAll(async () => {
    host = await openTestApp();
  });
  afterAll(() => host.close());

  test.each(['/healthz', '/readyz'])('%s responds with 200', async (url) => {
    const answer = await host.visitor().call('GET', url);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

describe('with an unreachable database', () => {
  let host: TestApp;
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 1_000 });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  beforeAll(async () => {
    host = await openTestApp({}, { database: { kysely, findKept: () => Promise.resolve([]) } });
  });
  afterAll(async () => {
    await host.close();
    await kysely.destroy();
  });

  test('the server is alive but not ready', async () => {
    expect((await host.visitor().call('GET', '/healthz')).status).toBe(200);
    expect((await host.visitor().call('GET', '/readyz')).status).toBe(503);
  });

  test('API requests get 503 not_ready with Retry-After', async () => {
    const answer = await host
      .visitor()
      .call('GET', '/api/v1/user/me', { headers: { cookie: 'session=x' } });
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'not_ready',
      '2',
    ]);
    expect(answer.body.detail).toContain('Your changes are stored on this device');
  });
});
