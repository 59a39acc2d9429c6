import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccessToken } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
  type TestApp,
  type Visitor,
} from '../../app.testing.ts';

import { until } from '../../testing/until.ts';
import { isAlive } from './alive.ts';

type Heard = { name: string; data: Record<string, unknown> };
type Ear = { heard: Heard[]; ended: boolean; status: number; close(): void };

let host: TestApp;
let port: number;
let ada: Member;
let bob: Member;
let eve: Member;
const ears: Ear[] = [];

beforeAll(async () => {
  host = await openTestApp();
  await host.app.listen({ port: 0, host: '127.0.0.1' });
  port = (host.app.server.address() as AddressInfo).port;
  [ada, bob, eve] = [await host.member('ada'), await host.member('bob'), await host.member('eve')];
});
afterAll(async () => {
  for (const ear of ears) ear.close();
  await host.close();
});

/** Opens an event stream over a real socket. */
function listen(visitor: Visitor, token?: string): Promise<Ear> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = token === undefined ? { cookie } : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path: '/api/v1/events', headers }, (answer) => {
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

describe('a page that listens', () => {
  test('hears what happens in what its person can read, and nothing else', async () => {
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

  test('hears that a role changed, and nothing more of the project once it is gone', async () => {
    const project = await makeProject(ada, [[eve, 'viewer']]);
    const ear = await listen(eve);
    const heardOf = (documentId: string): Promise<void> =>
      until(() => named(ear, 'activity').some((told) => told['documentId'] === documentId));
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
    const told = named(ear, 'activity').slice(before.activity);
    expect(told.filter(({ projectId }) => projectId === project.id)).toEqual([]);
  });

  test('hears nothing of what was not committed', async () => {
    const ear = await listen(bob);
    const project = await makeProject(ada, [[bob, 'viewer']]);
    expect(
      (
        await ada.call('PUT', `/api/v1/projects/${project.id}/documents/reorder`, {
          body: { documentIds: [] },
        })
      ).status,
    ).toBe(200);
    await ada.call('POST', '/api/v1/documents/batch', {
      body: { documentIds: ['0192f0c1-7a00-7000-8000-0123456789ab'], action: 'archive' },
    });
    await makeDocument(bob, null);
    await until(() => named(ear, 'activity').some(({ type }) => type === 'document.created'));
    expect(named(ear, 'activity').map(({ type }) => type)).not.toContain('document.archived');
  });

  test('is told when its session ends in another tab, and is let go; other devices listen on', async () => {
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

  test('by an access token is let go when that is taken back; what its person has open listens on', async () => {
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

  test('may be open twenty times, not more', async () => {
    const max = await host.member('max');
    const open: Ear[] = [];
    for (let count = 0; count < 20; count += 1) open.push(await listen(max));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await listen(max)).status).toBe(429);
    open[0]?.close();
    await until(async () => (await listen(max)).status === 200);
  });

  test('is told to read anew when the line to the database was cut', async () => {
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

test('a session or a token that ran out by itself is no longer good for listening', async () => {
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
