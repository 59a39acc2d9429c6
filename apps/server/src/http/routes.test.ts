import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, type Endpoint } from '@longhand/contract';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { currentCaller } from '../platform/work.ts';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createRateLimits, type Rates } from './rate-limits.ts';
import { unsharedCounts } from './shared-counts.ts';
import { cookieNames } from './cookies.ts';
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
  rateLimit: 'calls',
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
  const consumeRateLimit = createRateLimits({ clock: systemClock, rates, counts: unsharedCounts });
  const csrf = createCsrf(randomBytes(32).toString('base64url'));
  const routes = createRoutes(app, table, {
    settle: async () => undefined,
    db: database.kysely,
    clock: systemClock,
    consumeRateLimit,
    csrf,
    idempotency: createIdempotency({ db: database.kysely, clock: systemClock }),
    publicUrl: null,
    secure: false,
    isHiddenFrom: () => Promise.resolve(false),
    hasDiskSpace: () => Promise.resolve(true),
  });
  return { app, csrf, lines, ...routes };
}

describe('the routes of a table of endpoints', () => {
  test('throws when an endpoint has no handler', () => {
    const { route, finish } = open({ hello, other });
    route(hello, async () => ({ hello: 'you' }));
    expect(finish).toThrow('No handler for other');
  });

  test('refuses a second handler for an endpoint, and a handler for an unknown one', () => {
    const { route } = open({ hello });
    route(hello, async () => ({ hello: 'you' }));
    expect(() => route(hello, async () => ({ hello: 'you' }))).toThrow(
      'hello has a handler already',
    );
    expect(() => route(other, async () => ({ hello: 'you' }))).toThrow('is not in the table');
  });
});

describe('a response', () => {
  test('is refused with 429 while the client has too many unread bytes, and sent after it disconnects', async () => {
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

  test('omits fields that are not in the contract', async () => {
    const { app, route } = open({ hello });
    route(hello, async () => ({ hello: 'you', passwordHash: 'secret' }));
    expect((await app.inject('/api/v1/hello')).json()).toEqual({ hello: 'you' });
  });

  test('that violates the contract becomes a 500 without details', async () => {
    const { app, lines, route } = open({ hello });
    route(hello, async () => ({ hello: 7 as unknown as string }));
    const answer = await app.inject('/api/v1/hello');
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'bug']);
    expect(lines.join()).toContain(answer.json().requestId);
  });

  test('to a failed request contains the request id of the log entry, and not the error message', async () => {
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
  ])('has the header %s', async (name, value) => {
    const { app, route } = open({ hello });
    route(hello, async () => ({ hello: 'you' }));
    for (const url of ['/api/v1/hello', '/api/v1/nothing'])
      expect((await app.inject(url)).headers[name]).toBe(value);
  });
});

test.each([
  ['GET', true],
  ['POST', false],
] as const)('a handler of %s learns that its connection has closed: %s', async (method, isGone) => {
  const asked = endpoint({ ...hello, method });
  const { app, csrf, route } = open({ asked });
  const begun = Promise.withResolvers<AbortSignal | null>();
  const release = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  route(asked, async () => {
    begun.resolve(currentCaller()?.gone ?? null);
    await release.promise;
    done.resolve();
    return { hello: 'you' };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const closed = new Promise((resolve) =>
    app.server.once('connection', (socket) => socket.once('close', resolve)),
  );
  const token = csrf.tokenFor('signed_out', null);
  const lines = [
    `${method} /api/v1/hello HTTP/1.1`,
    'Host: x',
    'Content-Length: 0',
    `X-XSRF-TOKEN: ${token}`,
    `Cookie: ${cookieNames.csrf}=${token}`,
  ];
  const request = `${lines.join('\r\n')}\r\n\r\n`;
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  const gone = await begun.promise;
  expect(gone?.aborted ?? false).toBe(false);
  socket.destroy();
  await closed;
  if (isGone) await expect.poll(() => gone?.aborted).toBe(true);
  else expect(gone).toBeNull();
  release.resolve();
  await done.promise;
  await app.close();
});

describe('a session', () => {
  test('is found only by its token in the session cookie, also among other cookies', async () => {
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
