import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints, problem, type Endpoint } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member, type TestAnswer, type TestApp } from './app.testing.ts';

let host: TestApp;
let ada: Member;
let params: Record<string, string>;
beforeAll(async () => {
  const many = '100000';
  host = await openTestApp({ LIMIT_CALLS: many, LIMIT_REGISTRATIONS: many, LIMIT_LOGIN_ATTEMPTS: many, LIMIT_CSRF_TOKENS: many });
  ada = await host.member('ada');
  const project = await makeProject(ada);
  params = { id: project.id, userId: ada.user.id, documentId: (await makeDocument(ada, project.id)).id };
});
afterAll(() => host.close());

const changing = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { method }]) => method !== 'GET');

function urlOf({ path }: Endpoint): string {
  const id = path.includes('/documents/{id}') ? params['documentId'] : params['id'];
  return path.replace('{id}', id ?? '').replace('{userId}', params['userId'] ?? '');
}

/** A call by a browser of its own, so that one that signs out does not stop the rest. */
function call(endpoint: Endpoint, given: Parameters<Member['call']>[2]): Promise<TestAnswer> {
  const visitor = host.visitor();
  if (endpoint.access === 'signed_in') for (const [name, value] of ada.cookies) visitor.cookies.set(name, value);
  return visitor.call(endpoint.method, urlOf(endpoint), given);
}

const nasty = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    'x'.repeat(3_000),
    '🪶'.repeat(600),
    '',
    ' ',
    '../..',
    "' or 1=1 --",
  ),
  fc.constantFrom(null, -1, 1e308, 0.1, true, [], {}, [[]], { $ne: null }, { toString: 1 }),
);

/** Bodies near to what the schema takes: each field right, wrong or missing, and now and then a field that there is not. */
function nearlyRight(schema: z.ZodObject | undefined): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema?.shape ?? {}).map(([name, field]): [string, fc.Arbitrary<unknown>] => {
    const values = z.toJSONSchema(field as z.ZodType, { io: 'input', unrepresentable: 'any' }).enum;
    const plausible = values ? fc.constantFrom(...values) : fc.constantFrom('Some text of a fair length', 'ada', 'a@example.org');
    return [name, fc.oneof({ arbitrary: plausible, weight: 2 }, { arbitrary: nasty, weight: 1 })];
  });
  const record = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const extra = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'id')), nasty, {
    maxKeys: 1,
  });
  return fc.oneof(
    { arbitrary: fc.tuple(record, extra).map(([own, more]) => ({ ...own, ...more })), weight: 9 },
    { arbitrary: nasty, weight: 1 },
  );
}

describe('whatever the body, the answer is never our fault, and a body that is not right is refused', () => {
  test.each(changing)('%s', async (_name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(nearlyRight(endpoint.body), async (body) => {
        const answer = await call(endpoint, { raw: JSON.stringify(body) });
        expect(answer.status).toBeLessThan(500);
        const taken = (endpoint.body ?? z.strictObject({})).safeParse(JSON.parse(JSON.stringify(body)));
        if (!taken.success) expect(answer.status).toBeGreaterThanOrEqual(400);
        if (answer.status >= 400) problem.parse(answer.body);
      }),
      { numRuns: 40 },
    );
  });
});

/** An endpoint that takes a body, for what holds for all of them. */
const create = endpoints.createProject;

describe('a body', () => {
  test.each([
    ['of no type', { raw: '{"name":"x"}', headers: { 'content-type': undefined } }, 415],
    ['that is a form', { raw: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['that is text', { raw: '{"name":"x"}', headers: { 'content-type': 'text/plain' } }, 415],
    ['that is nearly JSON', { raw: '{"name":"x"}', headers: { 'content-type': 'application/jsonp' } }, 415],
    ['with a charset', { raw: '{"name":"x"}', headers: { 'content-type': 'application/json; charset=utf-8' } }, 201],
    ['that is broken', { raw: '{"name":' }, 400],
    ['that is not UTF-8', { raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 400],
    ['that is too large', { raw: JSON.stringify({ name: 'x'.repeat(1_048_576) }) }, 413],
    ['that is nested deeply', { raw: `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}` }, 422],
    ['that is empty', { raw: '' }, 422],
    ['that is a list', { raw: '[]' }, 422],
    ['that is null', { raw: 'null' }, 422],
    ['that names a prototype', { raw: '{"name":"x","__proto__":{"role":"owner"}}' }, 422],
    ['with an unknown field', { raw: '{"name":"x","ownerId":"y"}' }, 422],
    ['with a field twice', { raw: '{"name":"x","name":"y"}' }, 201],
  ])('%s', async (_what, given, status) => {
    const answer = await call(create, given);
    expect(answer.status).toBe(status);
    if (status >= 400) expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  test('is told what is wrong with it, field by field, and no more than a person can read', async () => {
    const answer = await ada.call('POST', '/api/v1/register', { body: { username: 7, name: '', email: 'x', hat: 'red' } });
    expect(answer.body.errors).toEqual([
      { path: 'username', message: 'This has to be of the type string' },
      { path: 'name', message: 'Name is required' },
      { path: 'email', message: 'Invalid email address' },
      { path: 'password', message: 'This is required' },
      { path: 'hat', message: 'There is no such field' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`${at}`.padEnd(900, 'x'), 1]));
    const long = await ada.call('POST', '/api/v1/projects', { body: many });
    expect(long.body.errors?.length).toBe(20);
    expect(JSON.stringify(long.body).length).toBeLessThan(10_000);
  });

  test.each([
    ['POST', 'projects', 'A body is required'],
    ['GET', 'projects?limit=0', 'This has to be at least 1'],
    ['GET', 'projects?limit=101', 'This may be at most 100'],
    ['GET', 'documents?status=lost', 'This has to be one of: draft, in_review, approved, published'],
  ])('is told so in words for people: %s %s', async (method, path, message) => {
    const { body } = await ada.call(method, `/api/v1/${path}`);
    expect(body.errors?.map((error) => error.message)).toEqual([message]);
  });

  test('is not read at all before the call was admitted', async () => {
    const answer = await host.visitor().call('POST', '/api/v1/projects', { raw: '{' });
    expect(answer.body.code).toBe('not_signed_in');
  });
});

describe('an address', () => {
  test.each([
    '%00',
    '%',
    'a'.repeat(200),
    '..%2f..%2fetc',
    "'",
    '1',
    'null',
    '%F0%9F%AA%B6',
    '0192f0c1-7a00-7000-8000-0123456789ag',
  ])('that names nothing is 404 or 400: %s', async (id) => {
    for (const url of [`/api/v1/projects/${id}`, `/api/v1/documents/${id}`, `/api/v1/projects/${id}/documents`]) {
      const answer = await ada.call('GET', url);
      expect([400, 404]).toContain(answer.status);
      problem.parse(answer.body);
    }
  });

  test.each(['/api', '/api/', '/api/v1', '/api/v2/user/me', '/api/v1/user/me/', '/api/v1/user/ME', '/api/v1/nothing?x=1'])(
    'that the API does not know is a problem, never a page: %s',
    async (url) => {
      const answer = await ada.call('GET', url);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test.each([
    ['DELETE', '/api/v1/projects', 'GET, HEAD, POST'],
    ['PUT', '/api/v1/user', null],
    ['GET', '/api/v1/login', 'POST'],
    ['POST', '/api/v1/documents/x', 'GET, HEAD, PATCH'],
    ['OPTIONS', '/api/v1/projects', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/v1/projects', 'GET, HEAD, POST'],
  ])('%s %s allows %s', async (method, url, allow) => {
    const answer = await ada.call(method, url, { body: method === 'PUT' ? {} : undefined });
    expect([answer.status, answer.headers['allow'] ?? null]).toEqual([allow === null ? 200 : 405, allow]);
  });

  test('is asked for by HEAD as by GET, without a body', async () => {
    const [get, head] = [await ada.call('GET', '/api/v1/user/me'), await ada.call('HEAD', '/api/v1/user/me')];
    expect([head.status, head.headers['content-length']]).toEqual([200, get.headers['content-length']]);
    expect((await host.visitor().call('HEAD', '/api/v1/user/me')).status).toBe(401);
  });
});

test('ordinary calls are limited by session, and by address without one', async () => {
  const strict = await openTestApp({ LIMIT_CALLS: '3' });
  const member = await strict.member('ada');
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await member.call('GET', '/api/v1/user/me')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  member.cookies.delete('session');
  const without = [];
  for (let count = 0; count < 4; count += 1) without.push((await member.call('GET', '/api/v1/user/me')).status);
  expect(without).toEqual([401, 401, 401, 429]);
  member.cookies.set('session', 'made up, to be counted anew');
  const refused = await member.call('GET', '/api/v1/user/me');
  expect(refused.status).toBe(429);
  strict.pass(Number(refused.headers['retry-after']) * 1_000);
  expect((await member.call('GET', '/api/v1/user/me')).status).toBe(401);
  await strict.close();
});
