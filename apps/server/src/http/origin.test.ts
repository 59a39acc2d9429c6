import { expect, test } from 'vitest';
import { isOurOrigin } from './origin.ts';

const host = 'write.example.org';

test.each([
  ['no Origin header', { host }, true],
  ['the same origin', { host, origin: 'https://write.example.org' }, true],
  [
    'the same origin, with the default port added to Host by a proxy',
    { host: `${host}:443`, origin: 'https://write.example.org' },
    true,
  ],
  [
    'the same origin with a port',
    { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' },
    true,
  ],
  ['another port', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3001' }, false],
  ['another site', { host, origin: 'https://evil.example' }, false],
  ['the parent domain', { host, origin: 'https://example.org' }, false],
  ['a sandboxed frame', { host, origin: 'null' }, false],
  ['another scheme', { host, origin: 'file://write.example.org' }, false],
  ['Sec-Fetch-Site cross-site without an Origin', { host, 'sec-fetch-site': 'cross-site' }, false],
  [
    'Sec-Fetch-Site cross-site with a matching Origin',
    { host, origin: 'https://write.example.org', 'sec-fetch-site': 'cross-site' },
    false,
  ],
  ['Sec-Fetch-Site same-origin', { host, 'sec-fetch-site': 'same-origin' }, true],
])('checks the origin of a request: %s', (_who, headers, ours) => {
  expect(isOurOrigin(headers, null)).toBe(ours);
});

test('the configured public address is the only accepted origin, whatever the Host header contains', () => {
  const publicUrl = 'https://write.example.org/';
  expect(
    isOurOrigin({ host: '127.0.0.1:3000', origin: 'https://write.example.org' }, publicUrl),
  ).toBe(true);
  expect(isOurOrigin({ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, publicUrl)).toBe(
    false,
  );
  expect(isOurOrigin({ host, origin: 'http://write.example.org' }, publicUrl)).toBe(false);
});
