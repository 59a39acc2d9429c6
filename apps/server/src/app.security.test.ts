import { afterAll, describe, expect, test } from 'vitest';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
} from './app.testing.ts';

// Security tests common to all calls. Tests of single features are in their folders.

const host = await openTestApp();
const [ada, eve] = await host.members('ada', 'eve');
afterAll(() => host.close());

describe('a response', () => {
  test.each([
    '/api/v1/user/me',
    '/%61pi/v1/user/me',
    '/api/v1/%75ser/me',
    '/%61%70%69/v1/nothing',
    '/healthz',
    '/readyz',
    '/x.js',
  ])(
    'forbids caching, scripts, framing and type sniffing, however its URL is written: %s',
    async (url) => {
      const { headers } = await ada.call('GET', url);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  test.each(['/API/v1/user/me', '/Api/V1/projects', '/%41PI/v1/nothing', '/API'])(
    'is a 404 problem document, not a page, for an API path in the wrong letter case: %s',
    async (url) => {
      const { status, headers, body } = await ada.call('GET', url);
      expect([status, body.code, headers['content-type']]).toEqual([
        404,
        'not_found',
        expect.stringContaining('problem+json'),
      ]);
    },
  );

  test('reveals no software or version and allows no other origin to read it', async () => {
    for (const url of ['/api/v1/user/me', '/api/v1/nothing', '/healthz']) {
      const names = Object.keys((await ada.call('GET', url)).headers);
      expect(
        names.filter((name) => /^server$|powered-by|version|^access-control/.test(name)),
      ).toEqual([]);
    }
  });

  test('never clears the browser storage, which may contain unsent updates', async () => {
    const grace = await host.member('grace');
    const signIn = { username: 'grace', password: testPassword };
    const answers = [
      await grace.call('POST', '/api/v1/login', { body: signIn }),
      await grace.call('POST', '/api/v1/logout'),
      await host.visitor().call('GET', '/api/v1/auth/demo-user'),
    ];
    for (const { headers } of answers) expect(headers['clear-site-data']).toBeUndefined();
  });
});

describe('cookies', () => {
  test('are Secure and SameSite=Lax, and HttpOnly for the session, on every call if the public URL is https', async () => {
    const secure = await openTestApp({ PUBLIC_URL: 'https://write.example.org' });
    const una = await secure.member('una');
    const answers = [
      await una.call('GET', '/api/v1/csrf-token'),
      await una.call('POST', '/api/v1/login', {
        body: { username: 'una', password: testPassword },
      }),
      await una.call('PATCH', '/api/v1/user', {
        body: { newPassword: 'another good one', currentPassword: testPassword },
      }),
      await una.call('POST', '/api/v1/logout'),
      await secure.visitor().call('GET', '/api/v1/auth/demo-user'),
    ];
    for (const { headers } of answers) {
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      const lines = [headers['set-cookie'] ?? []].flat();
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line).toMatch(/; Path=\/(;|$)/);
        expect(line).toMatch(/; Secure(;|$)/);
        expect(line).toMatch(/; SameSite=Lax(;|$)/);
        expect(line).not.toMatch(/domain=/i);
        expect(line.includes('HttpOnly')).toBe(line.startsWith('session='));
      }
    }
    await secure.close();
  });
});

describe('resources of another user', () => {
  test('are not accessible through the URL of an own document or project', async () => {
    const [hers, mine] = [await makeProject(ada), await makeProject(eve)];
    const [theirs, own] = [await makeDocument(ada, hers.id), await makeDocument(eve, mine.id)];
    const made = async (member: Member, documentId: string, part: string, body: object) =>
      (await member.call('POST', `/api/v1/documents/${documentId}/${part}`, { body })).body.id;
    const version = await made(ada, theirs.id, 'versions', { name: 'one' });
    const ownVersion = await made(eve, own.id, 'versions', { name: 'one' });
    const comment = await made(ada, theirs.id, 'comments', { body: 'hers' });
    const invitation = (
      await ada.call('POST', `/api/v1/projects/${hers.id}/invitations`, {
        body: { role: 'viewer' },
      })
    ).body.id;
    const at = `/api/v1/documents/${own.id}`;
    const calls: [string, string, object?][] = [
      ['GET', `${at}/versions/${version}`],
      ['GET', `${at}/versions/${ownVersion}?compare=${version}`],
      ['POST', `${at}/versions/${version}/restore`],
      ['PATCH', `${at}/comments/${comment}`, { body: 'x' }],
      ['PATCH', `${at}/comments/${comment}`, { resolved: true }],
      ['DELETE', `${at}/comments/${comment}`],
      ['POST', `${at}/comments`, { body: 'x', parentId: comment }],
      ['DELETE', `/api/v1/projects/${mine.id}/invitations/${invitation}`],
      ['PATCH', at, { projectId: hers.id }],
      ['POST', `${at}/duplicate`, { projectId: hers.id }],
      ['POST', '/api/v1/documents', { templateId: theirs.id }],
      ['POST', '/api/v1/documents', { projectId: hers.id }],
      ['POST', '/api/v1/documents/batch', { documentIds: [own.id, theirs.id], action: 'archive' }],
      [
        'POST',
        '/api/v1/documents/batch',
        { documentIds: [own.id], action: 'move', projectId: hers.id },
      ],
      ['DELETE', `/api/v1/projects/${mine.id}/collaborators/${ada.user.id}`],
    ];
    for (const [method, url, body] of calls) {
      const answer = await eve.call(method, url, body ? { body } : {});
      expect([method, url, answer.status]).toEqual([method, url, 404]);
    }
    expect((await eve.call('GET', at)).body).toMatchObject({
      archivedAt: null,
      projectId: mine.id,
    });
  });

  test('are not returned for a guessed idempotency key', async () => {
    const given = { body: { name: 'The same' }, headers: { 'idempotency-key': 'guessed' } };
    const [first, second] = [
      await ada.call('POST', '/api/v1/projects', given),
      await eve.call('POST', '/api/v1/projects', given),
    ];
    expect([second.body.ownerId, second.headers['idempotency-replayed']]).toEqual([
      eve.user.id,
      undefined,
    ]);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe('a cursor', () => {
  const cursor = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  const one = '0192f0c1-7a00-7000-8000-0123456789ab';
  const shapes = [
    [Number.MAX_SAFE_INTEGER, one],
    [2 ** 31, one],
    [2 ** 31 - 1, 'x'],
    [-1, one],
    [1e308, one],
    ['z', one],
    [null, null],
    [],
  ];

  test('that is forged or from another list is answered with 200 or 422 by every list, never with 500', async () => {
    const project = await makeProject(ada);
    const document = await makeDocument(ada, project.id);
    const lists = [
      'projects',
      'projects-archived',
      'documents',
      'documents/recent',
      'documents/drafts',
      'documents/archived',
    ]
      .concat([
        'tags',
        'templates',
        'collaborators',
        'activity/recent',
        'user/sessions',
        'user/tokens',
      ])
      .concat(
        ['documents', 'collaborators', 'activity', 'invitations'].map(
          (part) => `projects/${project.id}/${part}`,
        ),
      )
      .concat(
        ['versions', 'comments', 'activity', 'collaborators', 'files'].map(
          (part) => `documents/${document.id}/${part}`,
        ),
      )
      .concat(['admin/messages', 'admin/outbox']);
    for (const list of lists) {
      for (const keys of shapes) {
        const { status } = await ada.call('GET', `/api/v1/${list}?cursor=${cursor(keys)}`);
        expect([list, keys, [200, 422].includes(status)]).toEqual([list, keys, true]);
      }
    }
  });
});

test.each([
  'multipart/form-data; boundary=x',
  'Multipart/Form-Data; boundary=x',
  ' multipart/mixed',
])(
  'refuses a multipart body with 415 instead of treating it as an empty body: %s',
  async (type) => {
    const project = await makeProject(ada);
    const given = { raw: '--x--\r\n', headers: { 'content-type': type } };
    expect((await ada.call('POST', `/api/v1/projects/${project.id}/archive`, given)).status).toBe(
      415,
    );
    expect((await ada.call('GET', `/api/v1/projects/${project.id}`)).body.archivedAt).toBe(null);
  },
);
