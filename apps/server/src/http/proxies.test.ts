import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../app.testing.ts';
import { createIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createServer } from './server.ts';

/** Headers with which a client may claim another address. */
const forged = (address: string, nearest = '10.1.1.1'): Record<string, string> => ({
  'x-forwarded-for': `${address}, ${nearest}`,
  'x-real-ip': address,
  'x-client-ip': address,
  'x-cluster-client-ip': address,
  'cf-connecting-ip': address,
  'true-client-ip': address,
  forwarded: `for=${address};proto=https;host=evil.example`,
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
});

/**
 * Signs in with a wrong password `times` times, each time with another address in the headers.
 * Returns the last status.
 */
async function guess(
  host: TestApp,
  { times, remoteAddress, nearest }: { times: number; remoteAddress: string; nearest?: string },
): Promise<number> {
  let status = 0;
  for (let count = 0; count < times; count += 1) {
    const headers = { ...forged(`203.0.113.${count}`, nearest), cookie: '' };
    const tokenAnswer = await host.app.inject({
      url: '/api/v1/csrf-token',
      remoteAddress,
      headers,
    });
    const token = (tokenAnswer.json() as { csrfToken: string }).csrfToken;
    const answer = await host.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      remoteAddress,
      headers: { ...headers, cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
      payload: { username: `nobody-${count}`, password: 'wrong wrong wrong' },
    });
    status = answer.statusCode;
  }
  return status;
}

describe('the client address for rate limits', () => {
  test('ignores X-Forwarded-For, Forwarded, X-Real-IP and similar headers when no proxy is trusted', async () => {
    const host = await openTestApp({ LIMIT_LOGIN_ATTEMPTS: '3' });
    expect(await guess(host, { times: 3, remoteAddress: '198.51.100.7' })).toBe(401);
    expect(await guess(host, { times: 1, remoteAddress: '198.51.100.7' })).toBe(429);
    expect(await guess(host, { times: 1, remoteAddress: '198.51.100.8' })).toBe(401);
    await host.close();
  });

  test('ignores these headers in a request that does not come from the trusted proxy', async () => {
    const host = await openTestApp({ LIMIT_LOGIN_ATTEMPTS: '3', TRUST_PROXY: '192.0.2.1' });
    expect(await guess(host, { times: 4, remoteAddress: '198.51.100.7' })).toBe(429);
    await host.close();
  });

  test('is the last address that the trusted proxy added; earlier ones are ignored', async () => {
    const host = await openTestApp({ LIMIT_LOGIN_ATTEMPTS: '3', TRUST_PROXY: '192.0.2.1' });
    expect(await guess(host, { times: 4, remoteAddress: '192.0.2.1' })).toBe(429);
    expect(await guess(host, { times: 1, remoteAddress: '192.0.2.1', nearest: '10.1.1.2' })).toBe(
      401,
    );
    await host.close();
  });

  test('is the address in the audit log', async () => {
    const host = await openTestApp();
    await guess(host, { times: 1, remoteAddress: '198.51.100.7' });
    const rows = await host.db.selectFrom('audit_log').select(['action', 'address']).execute();
    expect(rows).toEqual([{ action: 'session.refused', address: '198.51.100.7' }]);
    await host.close();
  });
});

describe('a forged header', () => {
  let host: TestApp;
  let port: number;
  beforeAll(async () => {
    host = await openTestApp({ PUBLIC_URL: 'https://write.example.org' });
    await host.app.listen({ host: '127.0.0.1', port: 0 });
    port = (host.app.server.address() as AddressInfo).port;
  });
  afterAll(() => host.close());

  test('neither allows another origin to use the API nor is reflected in the response', async () => {
    const headers = { ...forged('203.0.113.9'), origin: 'https://evil.example' };
    const answer = await host.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers,
      payload: {},
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_origin']);
    expect(JSON.stringify(answer.headers)).not.toContain('evil.example');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
  });

  test('method override headers have no effect', async () => {
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
      'x-http-method': 'DELETE',
    };
    const member = await host.member('ada');
    const made = await member.call('POST', '/api/v1/projects', { body: { name: 'Kept' } });
    expect(
      (await member.call('GET', `/api/v1/projects/${made.body.id}`, { headers })).body.archivedAt,
    ).toBe(null);
    expect(
      (await member.call('POST', `/api/v1/projects/${made.body.id}`, { headers, body: {} })).status,
    ).toBe(405);
  });

  test('a request with two Host headers is refused with 400', async () => {
    const heard = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          'GET /healthz HTTP/1.1\r\nHost: write.example.org\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
        ),
      );
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
    });
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('the server warns once about forwarded headers when no proxy is trusted, and never when one is', async () => {
  for (const [trustProxy, warnings] of [
    [false, 1],
    [['loopback'], 0],
  ] as const) {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const ids = createIds({ now: () => Date.now() });
    const app = createServer({ log, ids, trustProxy, bodyBytesMax: 1_024, behindHttps: false });
    await app.inject({ url: '/', remoteAddress: '127.0.0.1' });
    expect(lines).toEqual([]);
    for (let count = 0; count < 3; count += 1)
      await app.inject({ url: '/', headers: forged('203.0.113.9') });
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(warnings);
    expect(lines.join('')).not.toContain('203.0.113.9');
    await app.close();
  }
});
