import { expect, test } from 'vitest';
import { tokenIn } from './caller.ts';
import { fieldErrorsOf } from './failure.ts';
import { problem, createTestCaller } from './testing.ts';

test('GET requests carry a timestamp in milliseconds and no CSRF token', async () => {
  const { call, seen } = await createTestCaller((_, response) =>
    response.end('{"items":[],"nextCursor":null}'),
  );
  expect(await call('listDocuments', { query: { q: 'a b' } })).toEqual({
    items: [],
    nextCursor: null,
  });
  expect(seen[0]?.url.search).toBe('?q=a+b&_=1234');
  expect(seen[0]?.token).toBeUndefined();
});

test('every request is sent with Cache-Control: no-cache', async () => {
  const { call, seen } = await createTestCaller((_, response) => response.end());
  await call('getMe', {});
  await call('logout', {});
  for (const { headers } of seen) expect(headers['cache-control']).toBe('no-cache');
});

test('does not send a mutation when the request for the CSRF token fails', async () => {
  const { call, seen } = await createTestCaller(
    (_, response) => response.end(),
    (response) => response.writeHead(429).end(problem(429, 'Too many')),
  );
  await expect(call('logout', {})).rejects.toThrow('429: Too many.');
  expect(seen.map(({ url }) => url.pathname)).toEqual(['/api/v1/csrf-token']);
});

test('fetches a missing CSRF token before the first mutation and sends it with every mutation', async () => {
  const { call, seen } = await createTestCaller((_, response) => response.writeHead(204).end());
  expect(await call('logout', {})).toBeNull();
  await call('removeProjectCollaborator', { params: { id: 'a/b', userId: 'c' } });
  expect(seen.map(({ url }) => url.pathname)).toEqual([
    '/api/v1/csrf-token',
    '/api/v1/logout',
    '/api/v1/projects/a%2Fb/collaborators/c',
  ]);
  expect(seen.map(({ token }) => token)).toEqual([undefined, 'token:1', 'token:1']);
});

test('retries a 403 about CSRF three times, each time with a new token', async () => {
  const { call, seen, waited } = await createTestCaller((_, response) =>
    response.writeHead(403).end(problem(403, 'CSRF token missing')),
  );
  await expect(call('logout', {})).rejects.toThrow('403: CSRF token missing.');
  const logouts = seen.filter(({ url }) => url.pathname.endsWith('logout'));
  expect(logouts.map(({ token }) => token)).toEqual(['token:1', 'token:3', 'token:5', 'token:7']);
  expect(waited).toEqual([50, 50, 50]);
});

test('does not retry any other 403', async () => {
  const { call, seen } = await createTestCaller((_, response) =>
    response.writeHead(403).end(problem(403, 'Not allowed')),
  );
  await expect(call('logout', {})).rejects.toMatchObject({ status: 403, sentence: 'Not allowed.' });
  expect(seen).toHaveLength(2);
});

test('provides the invalid fields of a 422, to be shown beside the fields', async () => {
  const { call } = await createTestCaller((_, response) =>
    response.writeHead(422).end(problem(422, 'Not valid')),
  );
  const failure = await call('createProject', { body: { name: '' } }).catch(
    (error: unknown) => error,
  );
  expect(fieldErrorsOf(failure)).toEqual({ name: 'Name is required' });
});

test('uses the body of an error response as the message if it is not a problem document', async () => {
  const { call } = await createTestCaller((_, response) =>
    response.writeHead(502).end('Bad gateway'),
  );
  await expect(call('getMe', {})).rejects.toThrow('502: Bad gateway');
});

test('reports a network failure as status 500 with its message', async () => {
  const { call } = await createTestCaller((_, response) => response.destroy());
  await expect(call('getMe', {})).rejects.toMatchObject({
    status: 500,
    message: '500: fetch failed',
    sentence: expect.stringContaining('cannot be reached'),
  });
});

test.each(['<!doctype html><title>Longhand</title>', 'Welcome', '{"id":'])(
  'reports an error for a response that is not JSON: %j',
  async (body) => {
    const { call } = await createTestCaller((_, response) => response.end(body));
    await expect(call('getMe', {})).rejects.toThrow('not JSON');
  },
);

test.each(['', ' \n'])('parses an empty body, %j, as null', async (body) => {
  const { call } = await createTestCaller((_, response) => response.end(body));
  expect(await call('getMe', {})).toBeNull();
});

test('sends the author of a change as a query parameter if it is given', async () => {
  const { call, seen } = await createTestCaller((_, response) =>
    response.writeHead(401).end(problem(401, 'Not signed in')),
  );
  const rename = call('updateDocument', { params: { id: 'a' }, body: { title: 'T' }, as: 'b' });
  await expect(rename).rejects.toMatchObject({ status: 401 });
  expect(seen.at(-1)).toMatchObject({ method: 'PATCH', body: '{"title":"T"}' });
  expect(`${seen.at(-1)?.url.pathname}${seen.at(-1)?.url.search}`).toBe('/api/v1/documents/a?as=b');
});

test('sends the changes of one path one after the other, also after a failure, and no others', async () => {
  const held: { answer: (status: number) => void }[] = [];
  const { call, seen } = await createTestCaller(({ url }, response) =>
    url.pathname.endsWith('/a')
      ? held.push({ answer: (status) => response.writeHead(status).end() })
      : response.end(),
  );
  const change = (id: string, title: string) =>
    call('updateDocument', { params: { id }, body: { title } });
  await change('b', 'before');
  const first = change('a', 'first');
  const second = change('a', 'second');
  const third = change('a', 'third');
  await change('b', 'meanwhile');
  await call('getDocument', { params: { id: 'c' } });
  const sentTo = (id: string) =>
    seen.filter(({ url }) => url.pathname.endsWith(id)).map(({ body }) => body);
  await expect.poll(() => held.length).toBe(1);
  expect(sentTo('/a')).toEqual(['{"title":"first"}']);
  held[0]?.answer(500);
  await expect(first).rejects.toMatchObject({ status: 500 });
  await expect.poll(() => held.length).toBe(2);
  held[1]?.answer(200);
  await second;
  await expect.poll(() => held.length).toBe(3);
  held[2]?.answer(200);
  await third;
  expect(sentTo('/a')).toEqual(['first', 'second', 'third'].map((title) => `{"title":"${title}"}`));
});

test('finds the CSRF token among other cookies', () => {
  expect(tokenIn('a=1; XSRF-TOKEN=x%3D; b=2')).toBe('x=');
  expect(tokenIn('NOT-XSRF-TOKEN=x')).toBeNull();
});
