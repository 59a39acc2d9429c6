import type { Thread } from '@longhand/contract';
import type { NodeJson } from '@longhand/document';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApp, type Member, type TestBrowser } from '../../app.testing.ts';

const host = await openTestApp();
afterAll(() => host.close());

const come = (visitor: TestBrowser, headers: Record<string, string> = {}) =>
  visitor.call('GET', '/api/v1/auth/demo-user', { headers });

describe('[TRAP] GET demo-user signs in', () => {
  test.each([
    [
      'from another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ],
    [
      'from another origin of the same site',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ],
    [
      'for an image',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    [
      'by entering its URL',
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
    [
      'by a link',
      {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    ],
    [
      'in a frame',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ],
    [
      'by a prefetch',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' },
    ],
  ])('refuses a request %s', async (_what, headers) => {
    const visitor = host.visitor();
    const answer = await come(visitor, headers);
    expect([answer.status, answer.body.code]).toEqual([403, 'not_by_script']);
    expect(JSON.stringify(answer.body)).not.toMatch(/csrf/i);
    expect(visitor.cookies.has('session')).toBe(false);
  });

  test('keeps an existing session, of a regular user or a demo user', async () => {
    const first = await host.member('first');
    expect((await come(first)).body.code).toBe('signed_in_already');
    expect((await first.call('GET', '/api/v1/user/me')).body.id).toBe(first.user.id);
    const visitor = host.visitor();
    const [one, two] = [await come(visitor), await come(visitor)];
    expect(two.body.id).toBe(one.body.id);
  });

  test('limits the demos per hour for each address separately', async () => {
    const strict = await openTestApp({ LIMIT_DEMOS: '1' });
    const visitor = strict.visitor();
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect((await come(visitor, own)).status).toBe(200);
    visitor.cookies.clear();
    const refused = await come(visitor, own);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    expect((await come(strict.visitor(), own)).status).toBe(200);
    await strict.close();
  });

  test('is answered with 404 if DEMO is off', async () => {
    const closed = await openTestApp({ DEMO: 'off' });
    expect((await come(closed.visitor())).status).toBe(404);
    await closed.close();
  });
});

/** Returns the authors of the suggestions in a text by suggestion id. */
function stampsIn(node: NodeJson, found = new Map<unknown, unknown>()): Map<unknown, unknown> {
  for (const { type, attrs } of node.marks ?? []) {
    if (type === 'insertion' || type === 'deletion') found.set(attrs?.['id'], attrs?.['author']);
  }
  for (const child of node.content ?? []) stampsIn(child, found);
  return found;
}

describe('a demo workspace', () => {
  async function demo(): Promise<Member> {
    const visitor = host.visitor();
    const answer = await come(visitor, {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    });
    expect(answer.status).toBe(200);
    return Object.assign(visitor, { user: answer.body as unknown as Member['user'] });
  }

  test('contains documents, statuses, versions, comments, an archive, a template and a collaborator', async () => {
    const ada = await demo();
    expect(ada.user).toMatchObject({ isDemo: true, isAdmin: false });
    const documents = (await ada.call('GET', '/api/v1/documents?limit=100')).body.items;
    expect(documents.length).toBeGreaterThanOrEqual(4);
    expect(new Set(documents.map(({ status }) => status)).size).toBeGreaterThanOrEqual(3);
    const [welcome] = (await ada.call('GET', '/api/v1/documents?favourite=true')).body.items;
    expect(
      (await ada.call('GET', `/api/v1/documents/${welcome?.id}?format=text`)).body.content,
    ).toContain('deleted after one day');
    for (const part of ['versions', 'comments', 'activity']) {
      expect(
        (await ada.call('GET', `/api/v1/documents/${welcome?.id}/${part}`)).body.items.length,
      ).toBeGreaterThan(0);
    }
    expect((await ada.call('GET', '/api/v1/documents/archived')).body.items).toHaveLength(1);
    expect((await ada.call('GET', '/api/v1/collaborators')).body.items).toHaveLength(1);
    const templates = (await ada.call('GET', '/api/v1/templates?limit=100')).body
      .items as unknown as { kind: string }[];
    expect(templates.filter(({ kind }) => kind === 'document')).toHaveLength(1);
  });

  test('contains suggestions of a colleague, comments on them, and a review that waits for the visitor', async () => {
    const ada = await demo();
    const documents = (await ada.call('GET', '/api/v1/documents?limit=100')).body.items;
    const idOf = (title: string) => documents.find((document) => document.title === title)?.id;
    const interview = idOf('Interview with a lighthouse keeper');
    for (const [id, count] of [
      [interview, 3],
      [idOf('Welcome to Longhand'), 1],
    ] as const) {
      const json = (await ada.call('GET', `/api/v1/documents/${id}?format=json`)).body.content;
      const stamps = stampsIn(json as NodeJson);
      const threads = (await ada.call('GET', `/api/v1/documents/${id}/comments`)).body
        .items as unknown as Thread[];
      const [robin] = threads.map(({ author }) => author);
      expect(robin?.name).toBe('Robin Example');
      expect([...stamps.values()]).toEqual(Array.from({ length: count }, () => robin?.id));
      const commented = threads
        .map(({ suggestionId }) => suggestionId)
        .filter((one) => one !== null);
      expect(commented).toHaveLength(1);
      expect([...stamps.keys()]).toContain(commented[0]);
    }
    const waiting = (await ada.call('GET', '/api/v1/waiting/reviews?limit=100')).body.items;
    expect(waiting).toMatchObject([{ documentId: interview, by: { name: 'Robin Example' } }]);
    expect(documents.find(({ id }) => id === interview)?.status).toBe('in_review');
  });

  test('is isolated: demo users and regular users do not find each other', async () => {
    const [one, two] = [await demo(), await demo()];
    const real = await host.member('real');
    const [project] = (await one.call('GET', '/api/v1/projects')).body.items;
    expect((await two.call('GET', `/api/v1/projects/${project?.id}`)).status).toBe(404);
    const add = (usernameOrEmail: string) =>
      one.call('POST', `/api/v1/projects/${project?.id}/collaborators`, {
        body: { usernameOrEmail, role: 'owner' },
      });
    for (const name of ['real', 'real@example.org', two.user.username])
      expect((await add(name)).status).toBe(404);
    const own = (await real.call('POST', '/api/v1/projects', { body: { name: 'Mine' } })).body;
    const body = { usernameOrEmail: one.user.username, role: 'viewer' };
    expect(
      (await real.call('POST', `/api/v1/projects/${own.id}/collaborators`, { body })).status,
    ).toBe(404);
    expect(
      (await one.call('POST', '/api/v1/user/tokens', { body: { name: 'x', scopes: ['read'] } }))
        .status,
    ).toBe(403);
  });

  test('has no password: each attempt with a password is refused with the usual error', async () => {
    const one = await demo();
    const signIn = { username: one.user.username, password: 'whatever it is' };
    const answers = [
      await host.visitor().call('POST', '/api/v1/login', { body: signIn }),
      await one.call('PATCH', '/api/v1/user', {
        body: { email: 'stranger@example.com', currentPassword: 'whatever it is' },
      }),
      await one.call('DELETE', '/api/v1/user', { body: { currentPassword: 'whatever it is' } }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual([
      'wrong_credentials',
      'wrong_password',
      'wrong_password',
    ]);
    expect(await host.db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
  });

  test('is deleted completely after a day, and nothing else with it', async () => {
    const [ada, ben] = [await demo(), await host.member('ben')];
    const kept = (await ben.call('POST', '/api/v1/documents', { body: { title: 'Kept' } })).body;
    host.pass(24 * 60 * 60 * 1_000 + 1);
    // A user whose row is locked is left to the next run.
    await expect
      .poll(async () => {
        await host.jobs.enqueue('demo.wipe', {});
        await host.jobs.runDue({ later: true });
        return host.db
          .selectFrom('users')
          .select('id')
          .where('demo_until', 'is not', null)
          .execute();
      })
      .toEqual([]);
    expect((await ada.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(host.liveCalls.sessionEnded).toContainEqual({ userId: ada.user.id });
    expect((await ben.call('GET', `/api/v1/documents/${kept.id}`)).status).toBe(200);
    const projects = await host.db.selectFrom('projects').select('name').execute();
    expect(projects.map(({ name }) => name)).toEqual(['Mine']);
  });
});

test('[TRAP] the first registered user becomes the administrator, never a demo user', async () => {
  const fresh = await openTestApp();
  expect((await come(fresh.visitor())).body.isAdmin).toBe(false);
  expect((await fresh.member('ada')).user.isAdmin).toBe(true);
  expect((await fresh.member('bob')).user.isAdmin).toBe(false);
  await fresh.close();
});

describe('a sample project', () => {
  test('is created on request, once, has suggestions, and is visible only to its user', async () => {
    const [zoe, yan] = await host.members('zoe', 'yan');
    const made = await zoe.call('POST', '/api/v1/sample-project');
    expect(made.status).toBe(201);
    const { projectId } = made.body as unknown as { projectId: string };
    expect((await zoe.call('POST', '/api/v1/sample-project')).body).toEqual({ projectId });
    const { items } = (await zoe.call('GET', `/api/v1/projects/${projectId}/documents`)).body;
    expect(items[0]?.title).toBe('Begin here');
    const text = (await zoe.call('GET', `/api/v1/documents/${items[0]?.id}?format=text`)).body
      .content as string;
    // All documents named in the text exist.
    for (const { title } of items.slice(1)) expect(text).toContain(title);
    const interview = items.find(({ title }) => title === 'Interview with a lighthouse keeper');
    const read = `/api/v1/documents/${interview?.id}?format=json`;
    const stamps = stampsIn((await zoe.call('GET', read)).body.content as NodeJson);
    expect([...stamps.values()]).toEqual(Array.from({ length: 3 }, () => zoe.user.id));
    const project = (await zoe.call('GET', `/api/v1/projects/${projectId}`)).body;
    expect(project).toMatchObject({ role: 'owner', documentCount: 4, finishedCount: 1 });
    expect((await yan.call('GET', `/api/v1/projects/${projectId}`)).status).toBe(404);
    // An archived sample is ignored: the next call creates another one.
    await zoe.call('POST', `/api/v1/projects/${projectId}/archive`);
    expect((await zoe.call('POST', '/api/v1/sample-project')).body).not.toEqual({ projectId });
  });

  test('is in the language of its user, with all texts of a language that has it, and is found in another', async () => {
    const xia = await host.member('xia');
    const german = { headers: { 'accept-language': 'de-CH' } };
    const made = (await xia.call('POST', '/api/v1/sample-project', german)).body;
    const { projectId } = made as unknown as { projectId: string };
    expect((await xia.call('POST', '/api/v1/sample-project')).body).toEqual({ projectId });
    const project = (await xia.call('GET', `/api/v1/projects/${projectId}`)).body;
    expect(project.name).toBe('Eine Zeitschrift zum Ausprobieren');
    const { items } = (await xia.call('GET', `/api/v1/projects/${projectId}/documents`)).body;
    const read = async (id: string | undefined, format: string) =>
      (await xia.call('GET', `/api/v1/documents/${id}?format=${format}`)).body.content;
    const text = await read(items[0]?.id, 'text');
    for (const { title } of items.slice(1)) expect(text).toContain(title);
    expect(stampsIn((await read(items[2]?.id, 'json')) as NodeJson).size).toBe(3);
    const words = await Promise.all(items.map(({ id }) => read(id, 'text')));
    expect(words.join(' ')).not.toMatch(/\b(?:the|and|with)\b/);
    expect(items.flatMap(({ tags }) => tags)).not.toContain('spring');
  });
});

test('a demo workspace is in the language of its visitor; English where it has none', async () => {
  for (const [language, expected] of [
    ['de', 'Eine Zeitschrift zum Ausprobieren'],
    ['fr', 'A magazine to try things in'],
  ] as const) {
    const visitor = host.visitor();
    const headers = { 'accept-language': language };
    expect((await come(visitor, headers)).status).toBe(200);
    const [project] = (await visitor.call('GET', '/api/v1/projects')).body.items;
    expect(project?.name).toBe(expected);
    const { items } = (await visitor.call('GET', `/api/v1/projects/${project?.id}/documents`)).body;
    const welcome = `/api/v1/documents/${items[0]?.id}`;
    const { content } = (await visitor.call('GET', `${welcome}?format=text`)).body;
    // Names in the text are those of the other documents, also of the archived one.
    for (const { title } of items.slice(1)) expect(content).toContain(title);
    const comments = (await visitor.call('GET', `${welcome}/comments`)).body.items;
    expect(comments).toHaveLength(2);
  }
});
