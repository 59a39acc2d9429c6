import { once } from 'node:events';
import { WebSocket } from 'ws';
import { afterAll, describe, expect, test } from 'vitest';
import type { AccessToken, AdminOverview, AdminUser } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
} from '../../app.testing.ts';

const host = await openTestApp();
const admin = await host.member('first');
const port = await host.listen();
afterAll(() => host.close());

const change = (by: Member, { user }: Pick<Member, 'user'>, body: object) =>
  by.call('PATCH', `/api/v1/admin/users/${user.id}`, { body });
const users = async (query = '') =>
  (await admin.call('GET', `/api/v1/admin/users${query}`)).body.items as unknown as AdminUser[];
const signIn = (username: string) =>
  host.visitor().call('POST', '/api/v1/login', { body: { username, password: testPassword } });

/** Opens a live connection. */
async function connect(member: Member, documentId: string): Promise<WebSocket> {
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/collab/${documentId}`, {
    headers: { cookie },
  });
  // The first message is sent only after admission.
  await once(socket, 'message');
  return socket;
}

describe('a disabled user', () => {
  test('loses all sessions, tokens and connections for good, and can sign in only after being enabled', async () => {
    const zoe = await host.member('zoe');
    const document = await makeDocument(zoe, null);
    const made = await zoe.call('POST', '/api/v1/user/tokens', {
      body: { name: 'x', scopes: ['read'] },
    });
    const { token } = made.body as unknown as AccessToken & { token: string };
    const socket = await connect(zoe, document.id);
    const closed = once(socket, 'close');
    const cookie = `session=${zoe.cookies.get('session')}`;
    const events = await fetch(`http://127.0.0.1:${port}/api/v1/events`, { headers: { cookie } });
    const heard = events.text();

    expect((await change(admin, zoe, { disabled: true })).body).toMatchObject({
      disabledAt: expect.any(String),
      isAdmin: false,
    });
    expect((await closed)[0]).toBe(4401);
    expect(await heard).toContain('signed_out');
    expect((await zoe.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect((await signIn('zoe')).body.code).toBe('wrong_credentials');
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    expect((await host.visitor().call('GET', '/api/v1/documents', bearer)).status).toBe(401);
    expect((await change(admin, zoe, { disabled: true })).status).toBe(200);

    expect((await change(admin, zoe, { disabled: false })).body).toMatchObject({
      disabledAt: null,
    });
    expect((await zoe.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect((await host.visitor().call('GET', '/api/v1/documents', bearer)).status).toBe(401);
    expect((await signIn('zoe')).status).toBe(200);
  });

  test('cannot use a password reset link that was sent before, even after being enabled again', async () => {
    const yan = await host.member('yan');
    await host
      .visitor()
      .call('POST', '/api/v1/password/forgot', { body: { email: yan.user.email } });
    await host.jobs.runDue();
    const { body_text: text } = await host.db
      .selectFrom('mail_outbox')
      .select('body_text')
      .where('recipient', '=', yan.user.email)
      .executeTakeFirstOrThrow();
    const token = /token=([\w-]+)/.exec(text)?.[1];
    expect(token).toBeTypeOf('string');
    await change(admin, yan, { disabled: true });
    await change(admin, yan, { disabled: false });
    const body = { token, password: 'another good password' };
    expect((await host.visitor().call('POST', '/api/v1/password/reset', { body })).body.code).toBe(
      'link_ended',
    );
  });
});

describe('administrators', () => {
  test('can be appointed and removed, with effect on their next call', async () => {
    const una = await host.member('una');
    expect((await una.call('GET', '/api/v1/admin/users')).status).toBe(403);
    expect((await change(una, una, { isAdmin: true })).status).toBe(403);
    expect((await change(admin, una, { isAdmin: true })).body).toMatchObject({ isAdmin: true });
    expect((await una.call('GET', '/api/v1/admin/users')).status).toBe(200);
    expect((await change(una, una, { isAdmin: false })).status).toBe(200);
    expect((await una.call('GET', '/api/v1/admin/users')).status).toBe(403);
  });

  test('cannot read documents of other users', async () => {
    const vic = await host.member('vic');
    const document = await makeDocument(vic, null);
    expect((await admin.call('GET', `/api/v1/documents/${document.id}`)).status).toBe(404);
  });

  test.each([{ isAdmin: false }, { disabled: true }, { isAdmin: false, disabled: true }])(
    '[TRAP] the last administrator cannot be removed or disabled: %j',
    async (body) => {
      const refused = await change(admin, admin, body);
      expect([refused.status, refused.body.code]).toEqual([409, 'last_administrator']);
      expect((await admin.call('GET', '/api/v1/admin/overview')).status).toBe(200);
    },
  );

  test('[TRAP] one administrator remains when two remove each other at once', async () => {
    const wim = await host.member('wim');
    for (const [mine, theirs] of [
      [{ isAdmin: false }, { isAdmin: false }],
      [{ disabled: true }, { disabled: true }],
    ] as const) {
      await change(admin, wim, { isAdmin: true });
      const both = await Promise.all([change(admin, wim, theirs), change(wim, admin, mine)]);
      expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
      expect(both.map(({ status }) => status).toSorted()[1]).toBeGreaterThan(400);
      const left = await host.db
        .selectFrom('users')
        .select('id')
        .where('is_admin', '=', true)
        .where('disabled_at', 'is', null)
        .execute();
      expect(left).toHaveLength(1);
      // Restore the state for the next run.
      await host.db
        .updateTable('users')
        .set({ is_admin: true, disabled_at: null })
        .where('id', '=', admin.user.id)
        .execute();
      await host.db
        .updateTable('users')
        .set({ is_admin: false, disabled_at: null })
        .where('id', '=', wim.user.id)
        .execute();
      for (const member of [admin, wim]) await signInAgain(member);
    }
  });

  test('a disabled administrator does not count: the last enabled administrator cannot be removed', async () => {
    const xia = await host.member('xia');
    await change(admin, xia, { isAdmin: true });
    await change(admin, xia, { disabled: true });
    expect((await change(admin, admin, { isAdmin: false })).body.code).toBe('last_administrator');
    await change(admin, xia, { isAdmin: false, disabled: false });
  });

  test('[TRAP] a demo user cannot become an administrator, but can be disabled', async () => {
    const guest = host.visitor();
    const { body } = await guest.call('GET', '/api/v1/auth/demo-user', {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const demo = { user: body as unknown as Member['user'] };
    const refused = await change(admin, demo, { isAdmin: true });
    expect([refused.status, refused.body.code]).toEqual([409, 'demo_person']);
    expect((await change(admin, demo, { disabled: true })).status).toBe(200);
    expect((await guest.call('GET', '/api/v1/user/me')).status).toBe(401);
  });

  test.each([
    [{}, 200],
    [{ isAdmin: 'yes' }, 422],
    [{ disabled: 1 }, 422],
    [{ email: 'a@example.org' }, 422],
    [[], 422],
  ])('a change with the body %j is answered with status %i', async (body, status) => {
    expect((await change(admin, admin, body)).status).toBe(status);
  });

  test('a change of an unknown user is refused with 404', async () => {
    for (const id of ['nonsense', '0192f0c1-7a00-7000-8000-0123456789ab']) {
      expect(
        (await admin.call('PATCH', `/api/v1/admin/users/${id}`, { body: { disabled: true } }))
          .status,
      ).toBe(404);
    }
  });

  test('cannot call administrator endpoints with an access token', async () => {
    const made = await admin.call('POST', '/api/v1/user/tokens', {
      body: { name: 'x', scopes: ['read', 'write'] },
    });
    const { token } = made.body as unknown as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['overview', 'users', 'audit', 'announcements']) {
      expect(
        (await host.visitor().call('GET', `/api/v1/admin/${path}`, { headers })).body.code,
      ).toBe('scope');
    }
  });
});

async function signInAgain(member: Member): Promise<void> {
  member.cookies.clear();
  await member.call('POST', '/api/v1/login', {
    body: { username: member.user.username, password: testPassword },
  });
}

describe('the user list', () => {
  test('is searched by parts of usernames and addresses, is paged, and contains no secrets', async () => {
    for (const name of ['peer.one', 'peer.two', 'peer.three']) {
      host.pass(1_000);
      await host.member(name);
    }
    const found = await users('?q=PEER.');
    expect(found.map(({ username }) => username)).toEqual(['peer.three', 'peer.two', 'peer.one']);
    expect(found[0]).toMatchObject({
      email: 'peer.three@example.org',
      isDemo: false,
      lastSeenAt: expect.any(String),
    });
    expect(JSON.stringify(found)).not.toMatch(/password|argon/);
    expect(await users('?q=%25')).toEqual([]);
    expect(await users(`?q=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
    const first = await admin.call('GET', '/api/v1/admin/users?q=peer.&limit=2');
    const second = await admin.call(
      'GET',
      `/api/v1/admin/users?q=peer.&limit=2&cursor=${first.body.nextCursor}`,
    );
    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual(
      found.map(({ id }) => id),
    );
    expect(second.body.nextCursor).toBe(null);
    expect((await admin.call('GET', '/api/v1/admin/users?cursor=nonsense')).status).toBe(422);
  });

  test('does not contain deleted users', async () => {
    const gone = await host.member('gone');
    await gone.call('DELETE', '/api/v1/user', { body: { currentPassword: testPassword } });
    expect(await users('?q=gone')).toEqual([]);
    expect((await change(admin, gone, { disabled: false })).status).toBe(404);
  });
});

test('the overview counts users, projects and documents', async () => {
  const before = (await admin.call('GET', '/api/v1/admin/overview'))
    .body as unknown as AdminOverview;
  const tom = await host.member('tom');
  const project = await makeProject(tom);
  await makeDocument(tom, project.id);
  await tom.call('POST', `/api/v1/projects/${project.id}/archive`);
  host.pass(5_000);
  const after = (await admin.call('GET', '/api/v1/admin/overview'))
    .body as unknown as AdminOverview;
  expect(after.people.total).toBe(before.people.total + 1);
  expect(after.projects.archived).toBe(before.projects.archived + 1);
  expect(after.documents.archived).toBe(before.documents.archived + 1);
  expect(after.uptimeSeconds).toBe(before.uptimeSeconds + 5);
  expect(after).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    backup: { isScheduled: false, isDue: false, last: null, verifiedAt: null, failure: null },
    files: { store: 'folder' },
  });
  expect(after.database.bytes).toBeGreaterThan(1_000_000);
});
