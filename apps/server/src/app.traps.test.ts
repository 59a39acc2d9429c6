import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, refusals, type Endpoint, type EndpointName } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
  type TestApp,
} from './app.testing.ts';
import { rows } from './testing/access/rows.ts';
import { sentWith } from './testing/access/sent.ts';

/**
 * Traps of the specification: requirements whose naive implementation would be wrong, each named in
 * a test title. Those of the demo, of ids and of the last administrator are tested in their
 * features and begin with the same word.
 */
let host: TestApp;
let admin: Member;
let ada: Member;
let bob: Member;
let documentId: string;
let projectId: string;
beforeAll(async () => {
  host = await openTestApp({
    LIMIT_CALLS: '100000',
    SALES_MAILBOX: 'sales@longhand.test',
    SUPPORT_MAILBOX: 'help@longhand.test',
  });
  [admin, ada, bob] = [
    await host.member('admin'),
    await host.member('ada'),
    await host.member('bob'),
  ];
  projectId = (await makeProject(ada)).id;
  documentId = (await makeDocument(ada, projectId, 'Secret plan')).id;
});
afterAll(() => host.close());

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const at = ({ path }: Endpoint) =>
  path
    .replace('{id}', path.includes('/documents/{id}') ? documentId : projectId)
    .replaceAll(/\{\w+\}/g, documentId);

describe('[TRAP] all client storage is wiped after login, registration and logout', () => {
  test('no answer tells the browser to forget its cookies, and an expired session is not a logout', async () => {
    const visitor = await host.member('leaver');
    const body = { username: 'leaver', password: testPassword };
    const answers = [
      await visitor.call('POST', '/api/v1/logout'),
      await visitor.call('POST', '/api/v1/login', { body }),
    ];
    for (const { headers } of answers)
      expect(String(headers['clear-site-data'] ?? '')).not.toMatch(/cookies|\*/);
    await host.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', visitor.user.id)
      .execute();
    const expired = await visitor.call('GET', '/api/v1/user/me');
    expect([expired.status, expired.body.detail]).toEqual([
      401,
      expect.stringContaining('stored on this device'),
    ]);
    expect(visitor.cookies.has('session')).toBe(true);
  });
});

test('[TRAP] the wipe takes the theme too: the server keeps it with the person', async () => {
  await ada.call('PATCH', '/api/v1/user', { body: { preferences: { theme: 'dark' } } });
  const elsewhere = await host
    .visitor()
    .call('POST', '/api/v1/login', { body: { username: 'ada', password: testPassword } });
  expect(elsewhere.body.preferences).toEqual({ theme: 'dark' });
});

describe('[TRAP] admin dashboard and metrics are guarded only by sign-in: the figures are decided by the server', () => {
  const guarded = all.filter(
    ([, { path, access }]) => access === 'administrator' || /\/admin\//.test(path),
  );
  test.each(guarded)('%s is for administrators, and says so to others', async (_name, endpoint) => {
    expect(endpoint.access).toBe('administrator');
    const answer = await bob.call(endpoint.method, at(endpoint), endpoint.body ? { body: {} } : {});
    expect([answer.status, answer.body.code]).toEqual([403, 'administrators_only']);
    expect((await host.visitor().call(endpoint.method, at(endpoint))).status).toBe(401);
  });
});

describe('[TRAP] GETs carry a timestamp: unknown query parameters are ignored, everywhere', () => {
  const gets = all.filter(([, { method, gives }]) => method === 'GET' && gives !== 'events');
  test.each(gets)('%s', async (name, endpoint) => {
    const row = rows[name];
    const query =
      row.query?.({
        db: host.db,
        projectId,
        documentId,
        insider: bob,
        stranger: bob,
        owner: ada,
      }) ?? {};
    const ask = (more: Record<string, string>) =>
      ada.call('GET', `${at(endpoint)}?${new URLSearchParams({ ...query, ...more }).toString()}`);
    const [without, stamped] = [
      await ask({}),
      await ask({ _: '1763730000000', timestamp: 'now', t: "' or 1=1" }),
    ];
    expect(stamped.status).toBe(without.status);
    expect(stamped.status).not.toBe(422);
  });
});

describe('[TRAP] userId and specialRecipient in bodies are accepted and never trusted', () => {
  const message = { name: 'Eve', email: 'eve@example.org', message: 'Hello' };
  test('a message is recorded with the session’s person, and mailed to our own mailbox alone', async () => {
    const contact = { ...message, subject: 'Help', userId: admin.user.id };
    expect((await ada.call('POST', '/api/contact', { body: contact })).status).toBe(202);
    const demo = {
      ...message,
      subject: 'Demo Request',
      companyName: 'Example Press',
      teamSize: '3',
      userId: admin.user.id,
    };
    const asked = await ada.call('POST', '/api/contact', {
      body: { ...demo, specialRecipient: 'victim@example.com' },
    });
    expect(asked.status).toBe(202);
    await host.jobs.runDue();
    const kept = JSON.stringify((await admin.call('GET', '/api/v1/admin/messages')).body.items);
    expect(kept).toContain(ada.user.id);
    const outbox = JSON.stringify((await admin.call('GET', '/api/v1/admin/outbox')).body.items);
    expect(outbox).toContain('sales@longhand.test');
    expect(outbox).not.toContain('victim@example.com');
  });
});

test('[TRAP] a 403 that mentions CSRF is retried: no other one may contain the word', () => {
  const saying = Object.entries(refusals).filter(([, refusal]) =>
    /csrf/i.test(JSON.stringify(refusal)),
  );
  expect(saying.map(([code]) => code).toSorted()).toEqual(['cross_origin', 'csrf']);
});

describe('[TRAP] unknown paths go to / in the browser alone', () => {
  test.each(['/api/v1/nothing', '/api/nothing', '/api', '/api/v1/documents/1/2/3/4'])(
    '%s is a 404 problem',
    async (url) => {
      const answer = await ada.call('GET', url);
      expect([answer.status, answer.headers['content-type']]).toEqual([
        404,
        'application/problem+json',
      ]);
    },
  );
  test.each(['/assets/missing.js', '/missing.png', '/.env', '/assets/../package.json'])(
    '%s is 404, never HTML',
    async (url) => {
      const answer = await host.app.inject({ method: 'GET', url });
      expect(answer.statusCode).toBe(404);
      expect(answer.payload).not.toMatch(/<html/i);
    },
  );
});

test('[TRAP] the title lives outside the shared text: the last writer wins, and both are kept in history', async () => {
  const url = `/api/v1/documents/${documentId}`;
  await ada.call('PATCH', url, { body: { title: 'One' } });
  await ada.call('PATCH', url, { body: { title: 'Two' } });
  const titles = await host.db
    .selectFrom('document_titles')
    .select('title')
    .where('document_id', '=', documentId)
    .execute();
  expect(titles.map(({ title }) => title)).toEqual(expect.arrayContaining(['One', 'Two']));
  expect((await ada.call('GET', url)).body.title).toBe('Two');
});

describe('[TRAP] administrators run the instance; they do not read other people’s documents by being administrators', () => {
  const ofDocuments = all.filter(
    ([name]) => rows[name].of === 'document' || rows[name].of === 'project',
  );
  test.each(ofDocuments)('%s', async (name, endpoint) => {
    const stage = { db: host.db, projectId, documentId, insider: bob, stranger: bob, owner: ada };
    if (endpoint.takes === 'files') expect(rows[name].files).toBeDefined();
    const answer = await admin.call(
      endpoint.method,
      at(endpoint),
      sentWith(rows[name], stage, admin),
    );
    expect(answer.status).toBe(404);
  });
  test('nor do lists, search and activity show them', async () => {
    for (const list of [
      'documents',
      'projects',
      'documents/recent',
      'documents/drafts',
      'activity/recent',
      'collaborators',
    ]) {
      expect([list, (await admin.call('GET', `/api/v1/${list}`)).body.items]).toEqual([list, []]);
    }
  });
});
