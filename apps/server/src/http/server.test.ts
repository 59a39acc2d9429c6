import { connect, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { openTestApp } from '../app.testing.ts';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { defaultSlowRequestLimits } from './slow-requests.ts';
import { refuse } from '../platform/refusal.ts';
import { createServer } from './server.ts';
import { acceptUploads, readUploads } from './uploads.ts';

const host = await openTestApp();
const port = await listen(host.app);
afterAll(() => host.close());

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Creates a server without routes that disconnects slow clients after these times. */
function createHurried(
  times: { head: number; body: number; idle: number; reading?: number },
  bodyBytesMax = 1_000,
): FastifyInstance {
  const deps = {
    log: createLog('fatal', { write: () => undefined }),
    ids: createIds(systemClock),
    trustProxy: false,
    bodyBytesMax,
    behindHttps: false,
  } as const;
  return createServer(deps, { files: 60_000, reading: 60_000, checkEvery: 50, ...times });
}

/** Sends raw bytes and returns the response until the server closes. */
function talk(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let heard = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (heard += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}

/** Serves `/slow`, which resolves `begun` and then waits for `ended`. */
function serveSlowly(app: FastifyInstance) {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    begun.resolve();
    await ended.promise;
    return 'slow';
  });
  return { begun, ended };
}

test('a connection whose call is under way when the server ends is closed after the response', async () => {
  // Longer than the time limit of the test.
  const app = createHurried({ head: 1_000, body: 1_000, idle: 600_000 });
  const { begun, ended } = serveSlowly(app);
  const socket = connect(await listen(app), '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.resume().write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun.promise;
  const isClosed = app.close();
  await new Promise(setImmediate);
  ended.resolve();
  await Promise.all([isClosed, closed]);
});

test('a call that arrives while the server ends is served, and ends its connection', async () => {
  const app = createHurried({ head: 1_000, body: 1_000, idle: 1_000 });
  const { begun, ended } = serveSlowly(app);
  app.get('/late', async () => {
    ended.resolve();
    return 'late';
  });
  const listening = await listen(app);
  const socket = connect(listening, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (heard += chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun.promise;
  const isClosed = app.close();
  socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
  await Promise.all([isClosed, closed]);
  expect(heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(heard.match(/connection: close/gi)).toHaveLength(1);
});

test.each([
  ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
  ['a TLS handshake', '\u0016\u0003\u0001\u0002\r\n\r\n', 400],
  ['no Host header', 'GET /api/v1/user/me HTTP/1.1\r\n\r\n', 400],
  [
    'two different Content-Length headers',
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
  ],
  [
    'a Content-Length with chunked encoding',
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'a signed Content-Length',
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na',
    400,
  ],
  [
    'a list as Content-Length',
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\na',
    400,
  ],
  [
    'the same Content-Length twice',
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
    400,
  ],
  [
    'an unknown transfer encoding',
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'a transfer encoding after chunked',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a space before the colon of a header', 'GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n', 400],
  ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n', 400],
  ['line feeds without carriage returns', 'GET /healthz HTTP/1.1\nHost: x\n\n', 400],
  ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['3,000 headers', `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(3_000)}\r\n`, 431],
  [
    'a header of one megabyte',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`,
    431,
  ],
])(
  'a malformed or oversized request is answered with an error and its connection closed: %s',
  async (_what, bytes, status) => {
    const heard = await talk(bytes).catch((error: NodeJS.ErrnoException) => error.code ?? '');
    // A server that stops reading early may reset the connection before its response is read.
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} |^ECONNRESET$|^EPIPE$`));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  },
);

test('a request body that looks like a request is not parsed as one, and the next request is answered', async () => {
  const inner = 'GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
  const counts: number[] = [];
  for (const first of [
    'GET /healthz',
    'POST /healthz',
    'POST /api/v1/login',
    'DELETE /api/v1/nowhere',
  ]) {
    const head = `${first} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${inner.length}\r\n\r\n`;
    const heard = await talk(
      `${head}${inner}GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const bodies = heard.split(/HTTP\/1\.1 (?=\d{3} )/).slice(1);
    counts.push(bodies.length);
    expect(bodies[0]).toMatch(/^[24]\d\d /);
    if (bodies.length === 2) expect(bodies[1]).toContain('"status":"ready"');
    expect(heard).not.toContain('/api/v1/nothing');
  }
  // Disconnecting after a refused call is also correct: nothing after it is parsed then.
  expect(counts[0]).toBe(2);
  for (const count of counts) expect([1, 2]).toContain(count);
});

test.each([
  ['a request in HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  [
    'a request line with a foreign host',
    'GET http://evil.example/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    200,
  ],
  [
    'TRACE, which would echo the headers',
    'TRACE /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Probe: evil.example\r\nConnection: close\r\n\r\n',
    405,
  ],
  [
    'CONNECT, which would open a proxy tunnel',
    'CONNECT evil.example:80 HTTP/1.1\r\nHost: x\r\n\r\n',
    null,
  ],
])(
  '%s gets the expected status, and the response repeats no foreign host',
  async (_what, bytes, status) => {
    const heard = await talk(bytes).catch(() => '');
    expect(heard.slice(0, 12)).toBe(status === null ? '' : `HTTP/1.1 ${status}`);
    expect(heard).not.toContain('evil.example');
  },
);

test('a client that disconnects in the middle of a body does not affect the server', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":',
      );
      socket.destroy();
    });
    socket.on('close', () => resolve());
  });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});

test.each([
  ['headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  [
    'a body',
    'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
  ],
  [
    'a body after an early refusal',
    'POST /shut HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
  ],
])(
  'a client that sends %s byte by byte is disconnected after the time limit',
  async (_what, begin) => {
    const slow = createHurried({ head: 200, body: 200, idle: 400 }, 1_000_000);
    slow.post('/healthz', async () => 'never');
    slow.post('/shut', { onRequest: async () => refuse('not_signed_in') }, async () => 'never');
    const slowPort = await listen(slow);
    const heard = await new Promise<string>((resolve) => {
      let drip: NodeJS.Timeout | undefined;
      // Not before it is connected: what is written meanwhile would precede the beginning.
      const socket = connect(slowPort, '127.0.0.1', () => {
        socket.write(begin);
        drip = setInterval(() => socket.write(' '), 20);
      });
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        clearInterval(drip);
        resolve(text);
      });
    });
    expect(heard).toMatch(/^HTTP\/1\.1 40[18] |^$/);
    await slow.close();
  },
);

test('an upload may take longer than the time limit as long as it sends enough bytes', async () => {
  const app = createHurried({ head: 2_000, body: 2_000, idle: 2_000 });
  await acceptUploads(app);
  app.post('/files', async (request) => {
    let size = 0;
    for await (const { bytes } of readUploads(request, { filesMax: 1, bytesMax: 100_000_000 })) {
      for await (const part of bytes) size += part.length;
    }
    return { size };
  });
  const appPort = await listen(app);
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n';
  const end = '\r\n--x--\r\n';
  async function* parts(bytes: number): AsyncGenerator<Buffer> {
    yield Buffer.from(head);
    for (let count = 0; count < 30; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      yield Buffer.alloc(bytes);
    }
    yield Buffer.from(end);
  }
  const send = (bytes: number) =>
    fetch(`http://127.0.0.1:${appPort}/files`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: parts(bytes),
      duplex: 'half',
    } as RequestInit);
  const [quick, slow] = await Promise.allSettled([send(1_000_000), send(10)]);
  expect(quick.status === 'fulfilled' && (await quick.value.json())).toEqual({ size: 30_000_000 });
  expect(slow.status).toBe('rejected');
  await app.close();
});

test('a client that does not read its response is disconnected, and a reading client gets all of it', async () => {
  const app = createHurried({ head: 2_000, body: 2_000, idle: 2_000, reading: 1_500 });
  app.get('/long', async (_request, reply) =>
    reply.type('text/plain').send('x'.repeat(60_000_000)),
  );
  const appPort = await listen(app);
  const cutOff = new Promise<void>((resolve) =>
    app.server.once('connection', (socket) => socket.once('close', () => resolve())),
  );
  const silent = connect(appPort, '127.0.0.1', () =>
    silent.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n'),
  );
  silent.on('error', () => undefined).pause();
  await cutOff;
  silent.destroy();
  const read = await fetch(`http://127.0.0.1:${appPort}/long`);
  expect(read.headers.get('content-length')).toBe('60000000');
  expect((await read.text()).length).toBe(60_000_000);
  await app.close();
});

test('the server limits the time for the headers, the body and the whole of a request', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = host.app.server;
  expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([15_000, 3_600_000, 65_000]);
  expect(defaultSlowRequestLimits.body).toBe(60_000);
});
