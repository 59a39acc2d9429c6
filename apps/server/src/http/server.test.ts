import { connect, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../app.testing.ts';

let host: TestApp;
let port: number;
beforeAll(async () => {
  host = await openTestApp();
  port = await listen(host.app);
});
afterAll(() => host.close());

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends bytes as they are and gives what comes back until the server closes. */
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

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['TLS', '\u0016\u0003\u0001\u0002\r\n\r\n', 400],
  ['no host', 'GET /api/v1/user/me HTTP/1.1\r\n\r\n', 400],
  ['two lengths', 'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  [
    'a length and chunks',
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a head of a megabyte', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`, 431],
])('%s is answered and cut off', async (_what, bytes, status) => {
  const heard = await talk(bytes).catch((error: NodeJS.ErrnoException) => error.code ?? '');
  // A server that stops reading early may reset the connection before its answer is read.
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} |^ECONNRESET$|^EPIPE$`));
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test('whoever goes away in the middle of a body hurts nobody', async () => {
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

test('slow callers are given up on: the server has a time for the head and for the whole of a request', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = host.app.server;
  expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([15_000, 60_000, 65_000]);
});
