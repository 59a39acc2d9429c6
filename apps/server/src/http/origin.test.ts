import { expect, test } from 'vitest';
import { isOurOrigin } from './origin.ts';

const host = 'write.example.org';

test.each([
  ['no browser at all', { host }, true],
  ['our page', { host, origin: 'https://write.example.org' }, true],
  [
    'our page, the default port spelled out by a proxy',
    { host: `${host}:443`, origin: 'https://write.example.org' },
    true,
  ],
  ['our page on a port', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, true],
  ['another port', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3001' }, false],
  ['another site', { host, origin: 'https://evil.example' }, false],
  ['a neighbour', { host, origin: 'https://example.org' }, false],
  ['a sandboxed frame', { host, origin: 'null' }, false],
  ['another scheme', { host, origin: 'file://write.example.org' }, false],
  ['a browser that says cross-site and no origin', { host, 'sec-fetch-site': 'cross-site' }, false],
  [
    'a browser that says cross-site and lies',
    { host, origin: 'https://write.example.org', 'sec-fetch-site': 'cross-site' },
    false,
  ],
  ['same-origin', { host, 'sec-fetch-site': 'same-origin' }, true],
])('%s', (_who, headers, ours) => {
  expect(isOurOrigin(headers, null)).toBe(ours);
});

test('a public address is the only origin there is, whatever Host says', () => {
  const publicUrl = 'https://write.example.org/';
  expect(
    isOurOrigin({ host: '127.0.0.1:3000', origin: 'https://write.example.org' }, publicUrl),
  ).toBe(true);
  expect(isOurOrigin({ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, publicUrl)).toBe(
    false,
  );
  expect(isOurOrigin({ host, origin: 'http://write.example.org' }, publicUrl)).toBe(false);
});
