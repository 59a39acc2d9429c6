import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { endpoints, problem, type Endpoint, type EndpointName } from '@longhand/contract';
import { rows } from './testing/access/rows.ts';
import { validBodies, wrongBodies } from './testing/bodies.ts';
import {
  makeDocument,
  makeProject,
  openTestApp,
  type Member,
  type TestAnswer,
} from './app.testing.ts';

const many = '100000';
const host = await openTestApp({
  LIMIT_CALLS: many,
  LIMIT_REGISTRATIONS: many,
  LIMIT_LOGIN_ATTEMPTS: many,
  LIMIT_LOGIN_FAILURES: many,
  LIMIT_CSRF_TOKENS: many,
  LIMIT_MESSAGES: many,
});
const ada = await host.member('ada');
const [insider, stranger] = await host.members('insider', 'stranger');
const people = { insider, stranger, owner: ada };
// A generated rule may require a second factor of everyone.
afterEach(() => host.db.deleteFrom('server_choices').execute());
afterAll(() => host.close());

const changing = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { method }]) => method !== 'GET',
);

/** Returns the URL of an endpoint for a new project and document. */
async function placeOf(name: EndpointName, endpoint: Endpoint): Promise<string> {
  const row = rows[name];
  const project = await makeProject(ada, [[people.insider, 'viewer']]);
  const document = await makeDocument(ada, project.id);
  const stage = { db: host.db, projectId: project.id, documentId: document.id, ...people };
  await row.prepare?.(stage);
  const params: Record<string, string> = {
    id: row.of === 'document' ? stage.documentId : stage.projectId,
    ...(await row.params?.(stage)),
  };
  return endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_, param: string) => params[param] ?? crypto.randomUUID(),
  );
}

/** Sends a call from a new browser, so that signing out does not affect other calls. */
function call(
  endpoint: Endpoint,
  url: string,
  given: Parameters<Member['call']>[2],
): Promise<TestAnswer> {
  const visitor = host.visitor();
  if (endpoint.access !== 'public')
    for (const [name, value] of ada.cookies) visitor.cookies.set(name, value);
  return visitor.call(endpoint.method, url, given);
}

/** Matches internal details that responses must not contain: paths, SQL, stack traces. */
const inside =
  /node_modules|\/src\/|\.ts:\d|\bat \w+ \(|\b(?:select|insert into|update|delete from)\b.+\b(?:from|values|set|where)\b/i;

/**
 * Returns all stored data except the last use of sessions. It must be equal before and after a call
 * without changes.
 */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE' order by 1`.execute(
    host.db,
  );
  const sums: string[] = [];
  for (const { name } of tables.filter(({ name: table }) => !changesByItself.has(table))) {
    const sum = await sql<{
      sum: string;
    }>`select md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as sum
      from ${sql.raw(name)} t`.execute(host.db);
    sums.push(`${name} ${sum.rows[0]?.sum}`);
  }
  return sums.join('\n');
}

/**
 * Tables that every call or background work changes: sessions, and internal tables of jobs and
 * metrics.
 */
const changesByItself = new Set([
  'public.sessions',
  'public.audit_log',
  'public.metrics',
  'jobs.queue',
  'jobs.version',
  'jobs.bam',
]);

/** Endpoints that may refuse bodies that are valid by their schema, with the reason. */
const alsoChecked: Partial<Record<string, string>> = {
  register: 'a password may be too common, or the user name',
  resetPassword: 'a password may be too common',
  updateUser: 'a new address or password needs the current one',
  replaceUser: 'a new address or password needs the current one',
  changeSeveralDocuments: 'what is needed hangs on the action',
  confirmOwner: 'the proof is wrong, or there is none',
  createErasure: 'the current password is missing, or the username is another',
  createScimConnection: 'the current password is missing',
  requestUserExport: 'the current password is missing',
  eraseFormerMember: 'the current password is missing',
  createComment:
    'an answer has no subject of its own, and a thread only one; it is assigned to a reader',
  updateComment: 'a thread is assigned to a reader',
  createAnnouncement: 'it ends after it begins, and may begin at once',
  updateAnnouncement: 'it ends after it begins, one of which may be stored',
};

/**
 * Endpoints whose input cannot be generated at random: passwords, our tokens, ids of users and
 * documents, usernames.
 */
const hangsOnWhatIsThere = new Set<string>([
  'login',
  'updateUser',
  'replaceUser',
  'deleteUser',
  'changeUser',
  'handOverProject',
  'handOverDocument',
  'reorderDocuments',
  'changeSeveralDocuments',
  'getAccessAfterMove',
  'addProjectCollaborator',
  'addDocumentCollaborator',
  'createReview',
  'leaveMail',
  'mergeWorkingCopy',
  'askForDocument',
  'askForProject',
  'grantDocumentRequest',
  'grantProjectRequest',
  'lookAtGuestLink',
  'enterAsGuest',
  'confirmSubscription',
  'unsubscribe',
  'resetPassword',
  'confirmEmail',
  'getInvitation',
  'acceptInvitation',
  'endSignInByCode',
  'endPasskeySignIn',
  'confirmOwner',
  'activateOneTimeCodes',
  'addPasskey',
  'updatePasskey',
  'endSignIn',
  'connectIdentity',
  'disconnectIdentity',
  'addGroupMember',
  'createErasure',
  'createHold',
  'createScimConnection',
  'requestUserExport',
  'eraseFormerMember',
  'downloadUserExport',
]);

/** Endpoints with a JSON body. */
const withBody = changing.flatMap(([name, endpoint]) =>
  endpoint.body && endpoint.takes !== 'form' ? [{ name, endpoint, body: endpoint.body }] : [],
);

describe('a body that matches the schema', () => {
  test.each(withBody)(
    '$name: is accepted, or refused for its meaning, never as malformed or with a server error',
    async ({ name, endpoint, body }) => {
      const [url, statuses] = [await placeOf(name, endpoint), new Set<number>()];
      await fc.assert(
        fc.asyncProperty(validBodies(body), async (given) => {
          const answer = await call(endpoint, url, { raw: JSON.stringify(given) });
          statuses.add(answer.status);
          expect([answer.status < 500, answer.status !== 400, answer.status !== 415]).toEqual([
            true,
            true,
            true,
          ]);
          if (answer.status === 422) expect(alsoChecked).toHaveProperty(name);
          expect(JSON.stringify(answer.body)).not.toMatch(inside);
        }),
        { numRuns: 12 },
      );
      if (!hangsOnWhatIsThere.has(name))
        expect([...statuses].filter((status) => status < 300)).not.toEqual([]);
    },
  );
});

describe('a body that violates the schema', () => {
  test.each(withBody)(
    '$name: is refused, changes no data, and the error reveals no internals',
    async ({ name, endpoint, body }) => {
      const url = await placeOf(name, endpoint);
      // CSRF tokens and rate limits of all these visitors are in memory; stored data must not
      // change.
      const before = await everything();
      await fc.assert(
        fc.asyncProperty(wrongBodies(body), async (given) => {
          const answer = await call(endpoint, url, { raw: JSON.stringify(given) ?? '' });
          expect([answer.status >= 400, answer.status < 500]).toEqual([true, true]);
          problem.parse(answer.body);
          expect(JSON.stringify(answer.body)).not.toMatch(inside);
        }),
        { numRuns: 25 },
      );
      expect(await everything()).toBe(before);
    },
  );
});

/** An endpoint with a body, representative of all of them. */
const create = endpoints.createProject;

describe('a request body', () => {
  test.each([
    [
      'without a content type',
      { raw: '{"name":"x"}', headers: { 'content-type': undefined } },
      415,
    ],
    [
      'form data',
      { raw: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
    ],
    ['plain text', { raw: '{"name":"x"}', headers: { 'content-type': 'text/plain' } }, 415],
    [
      'the type application/jsonp',
      { raw: '{"name":"x"}', headers: { 'content-type': 'application/jsonp' } },
      415,
    ],
    [
      'JSON with a charset',
      { raw: '{"name":"x"}', headers: { 'content-type': 'application/json; charset=utf-8' } },
      201,
    ],
    ['truncated JSON', { raw: '{"name":' }, 400],
    [
      'bytes that are not UTF-8',
      { raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
      400,
    ],
    ['more than one megabyte', { raw: JSON.stringify({ name: 'x'.repeat(1_048_576) }) }, 413],
    ['deeply nested arrays', { raw: `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}` }, 422],
    ['empty', { raw: '' }, 422],
    ['an array', { raw: '[]' }, 422],
    ['null instead of an object', { raw: 'null' }, 422],
    ['a field that sets the prototype', { raw: '{"name":"x","__proto__":{"role":"owner"}}' }, 422],
    ['an unknown field', { raw: '{"name":"x","ownerId":"y"}' }, 422],
    ['a duplicate field', { raw: '{"name":"x","name":"y"}' }, 201],
  ])(
    'is answered according to its type, encoding, size and fields: %s',
    async (_what, given, status) => {
      const answer = await call(create, create.path, given);
      expect(answer.status).toBe(status);
      if (status >= 400) expect(answer.headers['content-type']).toBe('application/problem+json');
    },
  );

  test('is refused with one error for each invalid field, with a limit on their number and size', async () => {
    const answer = await ada.call('POST', '/api/v1/register', {
      body: { username: 7, name: '', email: 'x', hat: 'red' },
    });
    const ofType = { code: 'wrong_type', values: { type: 'string' } };
    const ofName = { code: 'required_name', values: { what: 'Name' } };
    expect(answer.body.errors).toEqual([
      { path: 'username', message: 'This has to be of the type string', ...ofType },
      { path: 'name', message: 'Name is required', ...ofName },
      { path: 'email', message: 'Invalid email address', code: 'not_email' },
      { path: 'password', message: 'This is required', code: 'required' },
      { path: 'hat', message: 'Unknown field', code: 'unknown_field' },
    ]);
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`${at}`.padEnd(900, 'x'), 1]),
    );
    const long = await ada.call('POST', '/api/v1/projects', { body: many });
    expect(long.body.errors?.length).toBe(20);
    expect(JSON.stringify(long.body).length).toBeLessThan(10_000);
  });

  test.each([
    ['POST', 'projects', 'A body is required'],
    ['GET', 'projects?limit=0', 'This has to be at least 1'],
    ['GET', 'projects?limit=101', 'This may be at most 100'],
    [
      'GET',
      'documents?status=lost',
      'This has to be one of: draft, in_review, approved, published',
    ],
  ])('invalid input is refused with a readable message: %s %s', async (method, path, message) => {
    const { body } = await ada.call(method, `/api/v1/${path}`);
    expect(body.errors?.map((error) => error.message)).toEqual([message]);
  });

  test('is not parsed before the request is authenticated', async () => {
    const answer = await host.visitor().call('POST', '/api/v1/projects', { raw: '{' });
    expect(answer.body.code).toBe('not_signed_in');
  });
});

describe('a URL', () => {
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
  ])('with an id that names no resource is refused with 404 or 400: %s', async (id) => {
    for (const url of [
      `/api/v1/projects/${id}`,
      `/api/v1/documents/${id}`,
      `/api/v1/projects/${id}/documents`,
    ]) {
      const answer = await ada.call('GET', url);
      expect([400, 404]).toContain(answer.status);
      problem.parse(answer.body);
    }
  });

  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v2/user/me',
    '/api/v1/user/me/',
    '/api/v1/user/ME',
    '/api/v1/nothing?x=1',
  ])(
    'that the API does not define is refused with 404 not_found, never answered with a page: %s',
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
  ])('%s %s is answered with the Allow header %s', async (method, url, allow) => {
    const answer = await ada.call(method, url, { body: method === 'PUT' ? {} : undefined });
    expect([answer.status, answer.headers['allow'] ?? null]).toEqual([
      allow === null ? 200 : 405,
      allow,
    ]);
  });

  test('is answered for HEAD with the status and content length of GET', async () => {
    const [get, head] = [
      await ada.call('GET', '/api/v1/user/me'),
      await ada.call('HEAD', '/api/v1/user/me'),
    ];
    expect([head.status, head.headers['content-length']]).toEqual([
      200,
      get.headers['content-length'],
    ]);
    expect((await host.visitor().call('HEAD', '/api/v1/user/me')).status).toBe(401);
  });
});

test('limits ordinary calls per session, and per address without a session', async () => {
  const strict = await openTestApp({ LIMIT_CALLS: '3' });
  const member = await strict.member('ada');
  const statuses = async (): Promise<number[]> => {
    const list = [];
    for (let i = 0; i < 4; i += 1) list.push((await member.call('GET', '/api/v1/user/me')).status);
    return list;
  };
  expect(await statuses()).toEqual([200, 200, 200, 429]);
  member.cookies.delete('session');
  expect(await statuses()).toEqual([401, 401, 401, 429]);
  member.cookies.set('session', 'made up, to be counted anew');
  const refused = await member.call('GET', '/api/v1/user/me');
  expect(refused.status).toBe(429);
  strict.pass(Number(refused.headers['retry-after']) * 1_000);
  expect((await member.call('GET', '/api/v1/user/me')).status).toBe(401);
  await strict.close();
});
