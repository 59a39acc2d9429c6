import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { AccessToken } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type TestBrowser,
} from '../../app.testing.ts';

import { until } from '../../testing/until.ts';
import { isAlive } from './alive.ts';

type Heard = { name: string; data: Record<string, unknown> };
type Ear = { heard: Heard[]; ended: boolean; status: number; close(): void };

const ears: Ear[] = [];

const host = await openTestApp();
await host.app.listen({ port: 0, host: '127.0.0.1' });
const port = (host.app.server.address() as AddressInfo).port;
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
afterAll(async () => {
  for (const ear of ears) ear.close();
  await host.close();
});

/** Opens an event stream over a real socket. */
function listen(visitor: TestBrowser, token?: string, age?: number): Promise<Ear> {
  const path = `/api/v1/events${age === undefined ? '' : `?age=${age}`}`;
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = token === undefined ? { cookie } : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers }, (answer) => {
      const ear: Ear = {
        heard: [],
        ended: false,
        status: answer.statusCode ?? 0,
        close: () => request.destroy(),
      };
      ears.push(ear);
      let rest = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        const parts = (rest + text).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
          if (name && data)
            ear.heard.push({ name, data: JSON.parse(data) as Record<string, unknown> });
        }
      });
      answer.on('close', () => (ear.ended = true));
      answer.on('error', () => (ear.ended = true));
      resolve(ear);
    });
    request.on('error', reject);
  });
}

const named = (ear: Ear, name: string) =>
  ear.heard.filter((event) => event.name === name).map(({ data }) => data);

describe('an event stream', () => {
  test('begins with the missed events that the user may receive, if the page sends the age of its data', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    // Events are known from some seconds after the server began to listen.
    await until(async () => {
      const ear = await listen(ada, undefined, 1_000);
      await until(() => ear.heard.length > 0);
      ear.close();
      return named(ear, 'hello')[0]?.['missed'] === false;
    });
    const document = await makeDocument(ada, project.id);
    const about = (ear: Ear) =>
      named(ear, 'activity').filter(({ documentId }) => documentId === document.id);
    const [his, other, old, unknown] = [
      await listen(bob, undefined, 1_000),
      await listen(eve, undefined, 1_000),
      await listen(bob, undefined, 3_600_000),
      await listen(bob),
    ];
    await until(() => about(his).length > 0);
    // Streams answer in order: this event comes after the repeated ones.
    const after = await makeDocument(eve, null);
    await until(() => named(other, 'activity').some(({ documentId }) => documentId === after.id));
    expect(about(other)).toEqual([]);
    expect(about(old).concat(about(unknown))).toEqual([]);
    expect([his, other, old, unknown].map((ear) => named(ear, 'hello')[0])).toEqual([
      { missed: false },
      { missed: false },
      { missed: true },
      { missed: true },
    ]);
  });

  test('names each changed thread of comments and its version, to readers of the document', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const { id: documentId } = await makeDocument(ada, project.id);
    const [his, other] = [await listen(bob), await listen(eve)];
    await until(() => [his, other].every((ear) => ear.heard.length > 0));
    const path = `/api/v1/documents/${documentId}/comments`;
    const { id: threadId } = (await ada.call('POST', path, { body: { body: 'Why?' } })).body;
    await ada.call('PUT', `${path}/${threadId}/reactions/heart`);
    await ada.call('PATCH', `${path}/${threadId}`, { body: { resolved: true } });
    await ada.call('DELETE', `${path}/${threadId}`);
    await until(() => named(his, 'thread').length === 4);
    expect(named(his, 'thread')).toEqual(
      [1, 2, 3, null].map((version) => ({ documentId, threadId, version })),
    );
    const { id: hers } = await makeDocument(eve, null);
    await until(() => named(other, 'activity').some((data) => data['documentId'] === hers));
    expect(named(other, 'thread')).toEqual([]);
  });

  test('delivers only events of resources that the user can read', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const [hers, his, other] = [await listen(ada), await listen(bob), await listen(eve)];
    await until(() => [hers, his, other].every((ear) => ear.heard.length > 0));
    const document = await makeDocument(ada, project.id, 'Secret title');
    await until(() => named(his, 'activity').length > 0 && named(hers, 'activity').length > 0);
    const wanted = {
      type: 'document.created',
      projectId: project.id,
      documentId: document.id,
      actorId: ada.user.id,
    };
    expect(named(his, 'activity')).toEqual([wanted]);
    expect(JSON.stringify(his.heard)).not.toContain('Secret');
    const draft = await makeDocument(eve, null);
    await until(() => named(other, 'activity').length > 0);
    expect(named(other, 'activity')).toMatchObject([{ documentId: draft.id }]);
    expect(named(his, 'activity')).toEqual([wanted]);
    await ada.call('PUT', `/api/v1/projects/${project.id}/documents/reorder`, {
      body: { documentIds: [document.id] },
    });
    await until(() => named(his, 'activity').length > 1);
    expect(named(his, 'activity')[1]).toMatchObject({
      type: 'documents.reordered',
      projectId: project.id,
    });
  });

  test('delivers a lost role, and no further events of that project', async () => {
    const project = await makeProject(ada, [[eve, 'viewer']]);
    const ear = await listen(eve);
    const heardOf = (documentId: string): Promise<void> =>
      until(() => named(ear, 'activity').some((data) => data['documentId'] === documentId));
    // The `member.added` event may arrive after the listener began; events arrive in order, so it
    // precedes this document.
    await heardOf((await makeDocument(eve, null)).id);
    const before = { rights: named(ear, 'rights').length, activity: named(ear, 'activity').length };
    await ada.call('DELETE', `/api/v1/projects/${project.id}/collaborators/${eve.user.id}`);
    await until(() => named(ear, 'rights').length > before.rights);
    expect(named(ear, 'rights').slice(before.rights)).toEqual([
      { projectId: project.id, documentId: null },
    ]);
    await makeDocument(ada, project.id);
    await heardOf((await makeDocument(eve, null)).id);
    const activity = named(ear, 'activity').slice(before.activity);
    expect(activity.filter(({ projectId }) => projectId === project.id)).toEqual([]);
  });

  test('delivers no event of a change that was not committed', async () => {
    const ear = await listen(bob);
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const { id } = await makeDocument(ada, project.id);
    const archive = (documentIds: string[]) =>
      ada.call('POST', '/api/v1/documents/batch', { body: { documentIds, action: 'archive' } });
    // Documents are archived in the order of their ids: the known one, then the unknown one.
    expect((await archive([id, 'ffffffff-ffff-7fff-8fff-ffffffffffff'])).status).toBe(404);
    const typesAbout = (documentId: string) =>
      named(ear, 'activity')
        .filter((event) => event['documentId'] === documentId)
        .map(({ type }) => type);
    const draft = await makeDocument(bob, null);
    await until(() => typesAbout(draft.id).length > 0);
    expect(typesAbout(id)).toEqual(['document.created']);
    expect((await archive([id])).status).toBe(200);
    await until(() => typesAbout(id).includes('document.archived'));
  });

  test('reports the end of its session and closes; streams of other devices stay open', async () => {
    const [desk, phone] = [host.visitor(), host.visitor()];
    for (const visitor of [desk, phone]) {
      await visitor.call('POST', '/api/v1/login', {
        body: { username: 'bob', password: testPassword },
      });
    }
    const [here, there] = [await listen(desk), await listen(phone)];
    await until(() => here.heard.length > 0 && there.heard.length > 0);
    await desk.call('POST', '/api/v1/logout');
    await until(() => here.ended);
    expect(named(here, 'account')).toEqual([{ kind: 'signed_out' }]);
    expect(there.ended).toBe(false);
    expect((await listen(desk)).status).toBe(401);
  });

  test('by an access token closes when the token is deleted; streams of open pages continue', async () => {
    const made = await bob.call('POST', '/api/v1/user/tokens', {
      body: { name: 'Ear', scopes: ['read'] },
    });
    const { id, token } = made.body as unknown as AccessToken & { token: string };
    const [robot, page] = [await listen(bob, token), await listen(bob)];
    await until(() => robot.heard.length > 0 && page.heard.length > 0);
    expect((await bob.call('DELETE', `/api/v1/user/tokens/${id}`)).status).toBe(204);
    await until(() => robot.ended);
    await makeDocument(bob, null);
    await until(() => named(page, 'activity').length > 0);
    expect([named(robot, 'activity'), page.ended]).toEqual([[], false]);
    expect((await listen(bob, token)).status).toBe(401);
  });

  test('may be open at most twenty times per user', async () => {
    const max = await host.member('max');
    const open: Ear[] = [];
    for (let count = 0; count < 20; count += 1) open.push(await listen(max));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await listen(max)).status).toBe(429);
    open[0]?.close();
    await until(async () => (await listen(max)).status === 200);
  });

  test('tells the page to reload its data after the database connection was lost', async () => {
    const ear = await listen(ada);
    await until(() => ear.heard.length > 0);
    const before = named(ear, 'hello').length;
    await host.db.executeQuery({
      sql: "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
      parameters: [],
      query: {} as never,
      queryId: {} as never,
    });
    await until(() => named(ear, 'hello').length > before);
    await makeDocument(ada, null);
    await until(() => named(ear, 'activity').length > 0);
  });
});

test('an expired session or token, and the session of a disabled user, cannot receive events', async () => {
  const lou = await host.member('lou');
  const { id } = await host.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', lou.user.id)
    .executeTakeFirstOrThrow();
  const now = new Date(Date.parse(lou.user.createdAt) + 1_000);
  expect(await isAlive(host.db, id, now)).toBe(true);
  expect(await isAlive(host.db, id, new Date(now.getTime() + 31 * 24 * 60 * 60 * 1_000))).toBe(
    false,
  );
  const expiresAt = new Date(now.getTime() + 60_000).toISOString();
  const made = await lou.call('POST', '/api/v1/user/tokens', {
    body: { name: 'x', scopes: ['read'], expiresAt },
  });
  expect(await isAlive(host.db, made.body.id, now)).toBe(true);
  expect(await isAlive(host.db, made.body.id, new Date(now.getTime() + 61_000))).toBe(false);
  await host.db
    .updateTable('users')
    .set({ disabled_at: now })
    .where('id', '=', lou.user.id)
    .execute();
  expect(await isAlive(host.db, id, now)).toBe(false);
});
