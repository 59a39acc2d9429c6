import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, type Endpoint } from '@longhand/contract';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createBudgets, type Rates } from './budgets.ts';
import { createCsrf } from './csrf.ts';
import { createMethods } from './methods.ts';
import { answerTheRest } from './not-found.ts';
import { createPages } from './pages.ts';
import { createIdempotency } from './idempotency.ts';
import { createRoutes } from './routes.ts';
import { createServer } from './server.ts';
import { findSession, startSession } from './session.ts';

const hello = endpoint({
  method: 'GET',
  path: '/api/v1/hello',
  summary: 'Say hello',
  access: 'public',
  budget: 'calls',
  status: 200,
  answer: z.object({ hello: z.string() }),
  refuses: [],
});
const other = endpoint({ ...hello, path: '/api/v1/other' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function open(table: Readonly<Record<string, Endpoint>>) {
  const rate = { limit: 100, windowMs: 60_000 };
  const rates: Rates = {
    calls: rate,
    login: rate,
    registration: rate,
    csrf_token: rate,
    messages: rate,
    demo: rate,
  };
  const lines: string[] = [];
  const app = createServer({
    log: createLog('warn', { write: (line) => void lines.push(line) }),
    ids: createIds(systemClock),
    trustProxy: false,
    bodyBytesMax: 1_000,
    behindHttps: false,
  });
  answerTheRest(app, {
    methods: createMethods(table),
    pages: createPages({ files: null, publicUrl: null }),
  });
  const spend = createBudgets({ clock: systemClock, rates });
  const csrf = createCsrf(randomBytes(32).toString('base64url'));
  const routes = createRoutes(app, table, {
    db: database.kysely,
    clock: systemClock,
    spend,
    csrf,
    repeats: createIdempotency({ db: database.kysely, clock: systemClock }),
    publicUrl: null,
    secure: false,
    isKeptFrom: () => Promise.resolve(false),
    hasRoom: () => Promise.resolve(true),
  });
  return { app, lines, ...routes };
}

describe('a table of endpoints', () => {
  test('needs a handler for each', () => {
    const { route, finish } = open({ hello, other });
    route(hello, async () => ({ hello: 'you' }));
    expect(finish).toThrow('No handler for other');
  });

  test('takes one handler for each, and none for what is not in it', () => {
    const { route } = open({ hello });
    route(hello, async () => ({ hello: 'you' }));
    expect(() => route(hello, async () => ({ hello: 'you' }))).toThrow(
      'hello has a handler already',
    );
    expect(() => route(other, async () => ({ hello: 'you' }))).toThrow('is not in the table');
  });
});

describe('an answer', () => {
  test('waits for its caller up to a number of bytes: who reads none of them gets no further one meanwhile', async () => {
    const { app, route } = open({ hello });
    route(hello, async () => ({ hello: 'x'.repeat(40_000_000) }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const begun = once(app.server, 'request');
    const silent = connect(port, '127.0.0.1', () =>
      silent.write('GET /api/v1/hello HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    silent.on('error', () => undefined).pause();
    await begun;
    async function ask(): Promise<number> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/hello`);
      await answer.arrayBuffer();
      return answer.status;
    }
    await expect.poll(ask).toBe(429);
    silent.destroy();
    await expect.poll(ask).toBe(200);
    await app.close();
  });

  test('has no field that the contract does not name', async () => {
    const { app, route } = open({ hello });
    route(hello, async () => ({ hello: 'you', passwordHash: 'secret' }));
    expect((await app.inject('/api/v1/hello')).json()).toEqual({ hello: 'you' });
  });

  test('that breaks the contract is a bug, and says nothing outside', async () => {
    const { app, lines, route } = open({ hello });
    route(hello, async () => ({ hello: 7 as unknown as string }));
    const answer = await app.inject('/api/v1/hello');
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'bug']);
    expect(lines.join()).toContain(answer.json().requestId);
  });

  test('of a bug names the request under which the log has everything', async () => {
    const { app, lines, route } = open({ hello });
    route(hello, async () => {
      throw new Error('the secret reason');
    });
    const answer = await app.inject('/api/v1/hello');
    expect(answer.payload).not.toContain('secret reason');
    expect(answer.headers['x-request-id']).toBe(answer.json().requestId);
    expect(lines.join()).toContain('the secret reason');
    expect(lines.join()).toContain(answer.json().requestId);
  });

  test.each([
    ['x-content-type-options', 'nosniff'],
    ['cache-control', 'no-store'],
    ['referrer-policy', 'same-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    [
      'content-security-policy',
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ],
  ])('carries %s', async (name, value) => {
    const { app, route } = open({ hello });
    route(hello, async () => ({ hello: 'you' }));
    for (const url of ['/api/v1/hello', '/api/v1/nothing'])
      expect((await app.inject(url)).headers[name]).toBe(value);
  });
});

describe('a session', () => {
  test('is found by its cookie among others, and by nothing else', async () => {
    const [db, clock, ids] = [database.kysely, systemClock, createIds(systemClock)];
    const id = ids.uuid();
    const keys = {
      username: 'ada',
      username_key: 'ada',
      name: 'Ada',
      email: 'a@b.c',
      email_key: 'a@b.c',
    };
    await db
      .insertInto('users')
      .values({ id, ...keys, password_hash: '', avatar_color: '#291596' })
      .execute();
    const { sessionId, token } = await startSession(
      { db, clock, ids },
      { userId: id, userAgent: 'x'.repeat(5_000) },
    );
    const found = await findSession({ db, clock }, `a=b; session=${token}; c=d`);
    expect(found).toMatchObject({
      sessionId,
      user: { id, username: 'ada', isAdmin: false },
      renewed: false,
    });
    const hash = createHash('sha256').update(token).digest('hex');
    for (const header of [
      undefined,
      '',
      `Session=${token}`,
      `xsession=${token}`,
      `session=${hash}`,
      `session=${sessionId}`,
    ]) {
      expect(await findSession({ db, clock }, header)).toBe(null);
    }
  });
});
