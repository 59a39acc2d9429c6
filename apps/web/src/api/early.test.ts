import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { earlyScript, type EarlyRequests } from './early-script.ts';
import { takeEarly } from './early.ts';

/** Runs the inline script in a page. Returns its calls, and what it stored for `takeEarly`. */
function runScript(hasObject: boolean, pathname: string, respond: () => Promise<Response>) {
  const calls: { address: string; init: RequestInit }[] = [];
  const window: { earlyRequests?: EarlyRequests } = {};
  runInNewContext(earlyScript(hasObject), {
    window,
    location: { pathname },
    Date: { now: () => 1234 },
    fetch: (address: string, init: RequestInit) => {
      calls.push({ address, init });
      return respond();
    },
  });
  return { calls, requests: window.earlyRequests };
}

const user = '/api/v1/user/me';
const get = { method: 'GET', now: 100 };

test('the script requests the user, and the document of the page’s path', () => {
  const { calls } = runScript(true, '/documents/7a/', async () => new Response('{}'));
  expect(calls.map(({ address }) => address)).toEqual([
    `${user}?_=1234`,
    '/api/v1/documents/7a?_=1234',
  ]);
  expect(calls[0]?.init).toMatchObject({ credentials: 'include', cache: 'no-store' });
  const without = runScript(false, '/dashboard', async () => new Response('{}'));
  expect(without.calls.map(({ address }) => address)).toEqual([`${user}?_=1234`]);
});

test('a response is taken once, by a GET of the same path without further parameters', async () => {
  const { requests } = runScript(true, '/documents/7a', async () => new Response('early'));
  const document = '/api/v1/documents/7a';
  expect(takeEarly(requests, { ...get, address: `${document}?format=text&_=1` })).toBeNull();
  expect(takeEarly(requests, { ...get, address: '/api/v1/documents/7b?_=1' })).toBeNull();
  expect(takeEarly(requests, { ...get, address: `${document}?_=1`, method: 'DELETE' })).toBeNull();
  const taken = await takeEarly(requests, { ...get, address: `${document}?_=1` });
  expect(await taken?.text()).toBe('early');
  expect(takeEarly(requests, { ...get, address: `${document}?_=1` })).toBeNull();
});

test('a response is not used after twenty seconds', () => {
  const { requests } = runScript(false, '/', async () => new Response('early'));
  expect(takeEarly(requests, { ...get, address: `${user}?_=1`, now: 20_001 })).toBeNull();
});

test('a call without a response fails as the call of the page would', async () => {
  const failure = new TypeError('Failed to fetch');
  const { requests } = runScript(false, '/', () => Promise.reject(failure));
  await expect(takeEarly(requests, { ...get, address: `${user}?_=1` })).rejects.toBe(failure);
});

test('a page without early calls takes none', () => {
  expect(takeEarly(undefined, { ...get, address: `${user}?_=1` })).toBeNull();
});
