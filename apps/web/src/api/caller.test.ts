import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@longhand/contract';
import { afterEach, expect, test } from 'vitest';
import { createCaller, tokenIn, type Call } from './caller.ts';
import { ApiFailure, fieldErrorsOf } from './failure.ts';
import { mayAskAgain } from './queryClient.ts';

let server: Server | undefined;
afterEach(() => server?.close());

type Seen = { method: string; url: URL; token: string | undefined; body: string };

/** A real server on a free port that answers as `answer` says, and the caller that talks to it. */
async function talkTo(
  answer: (seen: Seen, response: ServerResponse) => void,
): Promise<{ call: Call; seen: Seen[]; waited: number[] }> {
  const seen: Seen[] = [];
  const waited: number[] = [];
  let cookie = '';
  server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '', 'http://localhost');
    seen.push({ method: request.method ?? '', url, token: request.headers['x-xsrf-token'] as string | undefined, body });
    if (url.pathname === '/api/v1/csrf-token') {
      cookie = `theme=dark; XSRF-TOKEN=token%3A${seen.length}`;
      response.end('{"csrfToken":"x"}');
    } else answer(seen.at(-1) as Seen, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const call = createCaller({
    table: async () => endpoints,
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path as string}`, init),
    now: () => 1_234,
    cookie: () => cookie,
    wait: async (milliseconds) => void waited.push(milliseconds),
  });
  return { call, seen, waited };
}

const problem = (status: number, title: string) =>
  JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: `${title}.`,
    code: 'invalid',
    requestId: 'r',
    errors: [{ path: 'name', message: 'Name is required' }],
  });

test('GETs carry the time in milliseconds and no token', async () => {
  const { call, seen } = await talkTo((_, response) => response.end('{"items":[],"nextCursor":null}'));
  expect(await call('listDocuments', { query: { q: 'a b' } })).toEqual({ items: [], nextCursor: null });
  expect(seen[0]?.url.search).toBe('?q=a+b&_=1234');
  expect(seen[0]?.token).toBeUndefined();
});

test('the token is fetched first where it is missing, and sent with every change', async () => {
  const { call, seen } = await talkTo((_, response) => response.writeHead(204).end());
  expect(await call('logout', {})).toBeNull();
  await call('removeProjectCollaborator', { params: { id: 'a/b', userId: 'c' } });
  expect(seen.map(({ url }) => url.pathname)).toEqual([
    '/api/v1/csrf-token',
    '/api/v1/logout',
    '/api/v1/projects/a%2Fb/collaborators/c',
  ]);
  expect(seen[1]?.token).toBe('token:1');
});

test('a 403 that speaks of CSRF is tried again three times, each with a new token', async () => {
  const { call, seen, waited } = await talkTo((_, response) => response.writeHead(403).end(problem(403, 'CSRF token missing')));
  await expect(call('logout', {})).rejects.toThrow('403: CSRF token missing.');
  const logouts = seen.filter(({ url }) => url.pathname.endsWith('logout'));
  expect(logouts.map(({ token }) => token)).toEqual(['token:1', 'token:3', 'token:5', 'token:7']);
  expect(waited).toEqual([50, 50, 50]);
});

test('any other 403 is an answer', async () => {
  const { call, seen } = await talkTo((_, response) => response.writeHead(403).end(problem(403, 'Not allowed')));
  await expect(call('logout', {})).rejects.toMatchObject({ status: 403, sentence: 'Not allowed.' });
  expect(seen).toHaveLength(2);
});

test('fields that were not right can be shown beside them', async () => {
  const { call } = await talkTo((_, response) => response.writeHead(422).end(problem(422, 'Not valid')));
  const failure = await call('createProject', { body: { name: '' } }).catch((error: unknown) => error);
  expect(fieldErrorsOf(failure)).toEqual({ name: 'Name is required' });
});

test('a text that is no problem document is carried as it is', async () => {
  const { call } = await talkTo((_, response) => response.writeHead(502).end('Bad gateway'));
  await expect(call('getMe', {})).rejects.toThrow('502: Bad gateway');
});

test('a network that fails is a 500 with its message', async () => {
  const { call } = await talkTo((_, response) => response.destroy());
  await expect(call('getMe', {})).rejects.toMatchObject({
    status: 500,
    message: '500: fetch failed',
    sentence: expect.stringContaining('cannot be reached'),
  });
});

test('a page where JSON was due is an error of parsing', async () => {
  const { call } = await talkTo((_, response) => response.end('<!doctype html>'));
  await expect(call('getMe', {})).rejects.toThrow('not JSON');
});

test('an empty body is null', async () => {
  const { call } = await talkTo((_, response) => response.end());
  expect(await call('getMe', {})).toBeNull();
});

test('queries are asked again three times, but not after a 4xx other than 408', () => {
  const retries = (error: unknown) => [0, 1, 2, 3].filter((failures) => mayAskAgain(failures, error)).length;
  expect(retries(new ApiFailure(500, ''))).toBe(3);
  expect(retries(new ApiFailure(408, ''))).toBe(3);
  expect(retries(new ApiFailure(404, ''))).toBe(0);
  expect(retries(new Error('not JSON'))).toBe(3);
});

test('the token is found between other cookies', () => {
  expect(tokenIn('a=1; XSRF-TOKEN=x%3D; b=2')).toBe('x=');
  expect(tokenIn('NOT-XSRF-TOKEN=x')).toBeNull();
});
