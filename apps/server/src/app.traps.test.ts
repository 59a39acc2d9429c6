import { afterAll, describe, expect, test } from 'vitest';
import { endpoints, refusals, type Endpoint, type EndpointName } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
} from './app.testing.ts';
import { rows } from './testing/access/rows.ts';
import { sentWith } from './testing/access/sent.ts';

/**
 * Requirements whose naive implementation would be wrong, each named in a test title. Those of the
 * demo, of ids and of the last administrator are tested in their features and begin with the same
 * word.
 */
const host = await openTestApp({
  LIMIT_CALLS: '100000',
  SALES_MAILBOX: 'sales@longhand.test',
  SUPPORT_MAILBOX: 'help@longhand.test',
});
const [admin, ada, bob] = await host.members('admin', 'ada', 'bob');
const projectId = (await makeProject(ada)).id;
const documentId = (await makeDocument(ada, projectId, 'Secret plan')).id;
afterAll(() => host.close());

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const at = ({ path }: Endpoint) =>
  path
    .replace('{id}', path.includes('/documents/{id}') ? documentId : projectId)
    .replaceAll(/\{\w+\}/g, documentId);

describe('[TRAP] sign-in and sign-out do not wipe the storage of the browser', () => {
  test('no response clears the cookies, and an expired session is not treated as a logout', async () => {
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

test('[TRAP] wiping the client storage deletes the theme: the server stores it with the user', async () => {
  await ada.call('PATCH', '/api/v1/user', { body: { preferences: { theme: 'dark' } } });
  const elsewhere = await host
    .visitor()
    .call('POST', '/api/v1/login', { body: { username: 'ada', password: testPassword } });
  expect(elsewhere.body.preferences).toEqual({ theme: 'dark' });
});

describe('[TRAP] admin dashboard and metrics are protected only by sign-in: the server requires an administrator', () => {
  const guarded = all.filter(
    ([, { path, access }]) => access === 'administrator' || /\/admin\//.test(path),
  );
  test.each(guarded)('%s refuses other users with administrators_only', async (_name, endpoint) => {
    expect(endpoint.access).toBe('administrator');
    const answer = await bob.call(endpoint.method, at(endpoint), endpoint.body ? { body: {} } : {});
    expect([answer.status, answer.body.code]).toEqual([403, 'administrators_only']);
    expect((await host.visitor().call(endpoint.method, at(endpoint))).status).toBe(401);
  });
});

describe('[TRAP] GET requests carry a timestamp: every endpoint ignores unknown query parameters', () => {
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
  test('a message is stored with the user of the session and mailed only to the configured mailbox', async () => {
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

test('[TRAP] the client retries a 403 that mentions CSRF: only csrf and cross_origin contain the word', () => {
  const saying = Object.entries(refusals).filter(([, refusal]) =>
    /csrf/i.test(JSON.stringify(refusal)),
  );
  expect(saying.map(([code]) => code).toSorted()).toEqual(['cross_origin', 'csrf']);
});

describe('[TRAP] unknown paths redirect to / only in the browser', () => {
  test.each(['/api/v1/nothing', '/api/nothing', '/api', '/api/v1/documents/1/2/3/4'])(
    '%s is answered with a 404 problem document',
    async (url) => {
      const answer = await ada.call('GET', url);
      expect([answer.status, answer.headers['content-type']]).toEqual([
        404,
        'application/problem+json',
      ]);
    },
  );
  test.each(['/assets/missing.js', '/missing.png', '/.env', '/assets/../package.json'])(
    '%s is answered with 404, never with HTML',
    async (url) => {
      const answer = await host.app.inject({ method: 'GET', url });
      expect(answer.statusCode).toBe(404);
      expect(answer.payload).not.toMatch(/<html/i);
    },
  );
});

test('[TRAP] the title is outside the shared text: the last write wins, and both titles stay in the history', async () => {
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

describe('[TRAP] administrators operate the server: their role gives no access to documents of other users', () => {
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
  test('lists, search and activity do not show documents of other users to an administrator', async () => {
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
    const found = await makeDocument(ada, projectId, 'Xylophone');
    const search = async (member: Member) =>
      (await member.call('GET', '/api/v1/search?q=xylophone')).body.items.map(({ id }) => id);
    expect([await search(ada), await search(admin)]).toEqual([[found.id], []]);
  });
});
