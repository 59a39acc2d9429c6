import { afterAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '@longhand/contract';
import { makeProject, openTestApp, testPassword } from '../../app.testing.ts';

const host = await openTestApp();
const admin = await host.member('first');
afterAll(() => host.close());

const entries = async (query = '') =>
  (await admin.call('GET', `/api/v1/admin/audit${query}`)).body.items as unknown as AuditEntry[];

/** Returns the audit entries written by `work`, in order. */
async function entriesOf(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = new Set((await entries('?limit=100')).map(({ id }) => id));
  await work();
  return (await entries('?limit=100')).filter(({ id }) => !before.has(id)).toReversed();
}

describe('the audit log records', () => {
  test('sign-ins, refused sign-ins and sign-outs, with the address and without the entered text', async () => {
    const ada = await host.member('ada');
    const body = { username: 'ada', password: testPassword };
    const elsewhere = host.visitor();
    const left = await entriesOf(async () => {
      await elsewhere.call('POST', '/api/v1/login', {
        body: { ...body, password: 'secret that is wrong' },
      });
      await elsewhere.call('POST', '/api/v1/login', {
        body: { ...body, username: 'my-password-by-mistake' },
      });
      await elsewhere.call('POST', '/api/v1/login', { body });
      await elsewhere.call('POST', '/api/v1/logout');
    });
    const by = { address: elsewhere.address };
    expect(left).toMatchObject([
      {
        action: 'session.refused',
        actor: null,
        target: ada.user.id,
        person: { username: 'ada' },
        ...by,
      },
      { action: 'session.refused', actor: null, target: null, person: null, ...by },
      { action: 'session.begun', actor: { id: ada.user.id }, ...by },
      { action: 'session.ended', actor: { id: ada.user.id }, ...by },
    ]);
    expect(JSON.stringify(await host.db.selectFrom('audit_log').selectAll().execute())).not.toMatch(
      /secret that|by-mistake/,
    );
  });

  test('the creation, changes and deletion of an account', async () => {
    let userId = '';
    const left = await entriesOf(async () => {
      const bob = await host.member('bob');
      userId = bob.user.id;
      const [currentPassword, newPassword] = [testPassword, 'four other words here'];
      await bob.call('PATCH', '/api/v1/user', {
        body: { email: 'new@example.org', currentPassword },
      });
      await bob.call('PATCH', '/api/v1/user', { body: { newPassword, currentPassword } });
      await bob.call('PATCH', '/api/v1/user', { body: { name: 'Robert' } });
      const made = await bob.call('POST', '/api/v1/user/tokens', {
        body: { name: 'My token', scopes: ['read'] },
      });
      await bob.call('DELETE', `/api/v1/user/tokens/${made.body.id}`);
      await bob.call('DELETE', `/api/v1/user/tokens/${made.body.id}`);
      await bob.call('DELETE', '/api/v1/user', { body: { currentPassword: newPassword } });
    });
    expect(left.map(({ action }) => action)).toEqual([
      'account.made',
      'session.begun',
      'email.changed',
      'password.changed',
      'token.made',
      'token.deleted',
      'account.deleted',
      'session.ended',
    ]);
    for (const { actor } of left)
      expect(actor).toMatchObject({ id: userId, name: 'A former member' });
    expect(left[4]).toMatchObject({ data: { scopes: 'read' } });
    expect(JSON.stringify(left)).not.toMatch(/four other words|My token|lh_/);
  });

  test('a password that was reset by a link', async () => {
    const cat = await host.member('cat');
    await host
      .visitor()
      .call('POST', '/api/v1/password/forgot', { body: { email: cat.user.email } });
    await host.jobs.runDue();
    const mail = await host.db
      .selectFrom('mail_outbox')
      .select('body_text')
      .where('kind', '=', 'password')
      .executeTakeFirstOrThrow();
    const token = /token=([\w-]+)/.exec(mail.body_text)?.[1];
    const left = await entriesOf(() =>
      host.visitor().call('POST', '/api/v1/password/reset', {
        body: { token, password: 'four other words here' },
      }),
    );
    expect(left).toMatchObject([
      {
        action: 'password.changed',
        actor: null,
        person: { id: cat.user.id },
        data: { by: 'link' },
      },
    ]);
  });

  test('changes of collaborators, with ids and roles and without the project name', async () => {
    const [dan, eva] = await host.members('dan', 'eva');
    let projectId = '';
    const left = await entriesOf(async () => {
      projectId = (await makeProject(dan, [[eva, 'viewer']], 'A secret plan')).id;
      const place = `/api/v1/projects/${projectId}/collaborators/${eva.user.id}`;
      await dan.call('PATCH', place, { body: { role: 'owner' } });
      await eva.call('PATCH', place, { body: { role: 'nonsense' } });
      await dan.call('POST', `/api/v1/projects/${projectId}/owner`, {
        body: { userId: eva.user.id },
      });
      await dan.call('DELETE', `/api/v1/projects/${projectId}/collaborators/${dan.user.id}`);
    });
    expect(left).toMatchObject([
      {
        action: 'member.added',
        actor: { id: dan.user.id },
        person: { id: eva.user.id },
        data: { role: 'viewer', projectId },
      },
      { action: 'member.role_changed', data: { from: 'viewer', role: 'owner' } },
      { action: 'project.handed_over', target: eva.user.id },
      { action: 'member.removed', target: dan.user.id, data: { projectId } },
    ]);
    expect(JSON.stringify(left)).not.toContain('A secret plan');
  });

  test('actions of administrators, without the text of announcements', async () => {
    const fay = await host.member('fay');
    const one = `/api/v1/admin/users/${fay.user.id}`;
    const left = await entriesOf(async () => {
      await admin.call('PATCH', one, { body: { isAdmin: true } });
      await admin.call('PATCH', one, { body: { isAdmin: true } });
      await admin.call('PATCH', one, { body: { isAdmin: false, disabled: true } });
      await admin.call('PATCH', one, { body: { disabled: false } });
      await admin.call('PUT', '/api/v1/admin/sign-up', { body: { mode: 'open' } });
      await admin.call('GET', '/api/v1/admin/messages.csv');
      const made = await admin.call('POST', '/api/v1/admin/announcements', {
        body: { text: 'Words of people' },
      });
      await admin.call('DELETE', `/api/v1/admin/announcements/${made.body.id}`);
    });
    expect(left.map(({ action }) => action)).toEqual([
      'administrator.made',
      'administrator.unmade',
      'user.disabled',
      'user.enabled',
      'sign_up.changed',
      'messages.exported',
      'announcement.made',
      'announcement.deleted',
    ]);
    expect(left[0]).toMatchObject({ actor: { id: admin.user.id }, person: { id: fay.user.id } });
    expect(JSON.stringify(left)).not.toContain('Words of people');
  });
});

test('the audit log does not record a refused action', async () => {
  const left = await entriesOf(() =>
    admin.call('PATCH', `/api/v1/admin/users/${admin.user.id}`, { body: { isAdmin: false } }),
  );
  expect(left).toEqual([]);
});

test('the audit log is filtered by user and action, and is paged', async () => {
  const gus = await host.member('gus');
  await gus.call('POST', '/api/v1/logout');
  expect((await entries(`?actor=${gus.user.id}`)).map(({ action }) => action)).toEqual([
    'session.ended',
    'session.begun',
    'account.made',
  ]);
  expect((await entries(`?actor=${gus.user.id}&action=session.ended`)).length).toBe(1);
  const first = await admin.call('GET', '/api/v1/admin/audit?limit=2');
  const second = await admin.call(
    'GET',
    `/api/v1/admin/audit?limit=2&cursor=${first.body.nextCursor}`,
  );
  const ids = (await entries()).slice(0, 4).map(({ id }) => id);
  expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual(ids);
  expect((await admin.call('GET', '/api/v1/admin/audit?action=nonsense')).status).toBe(422);
  expect((await admin.call('GET', '/api/v1/admin/audit?actor=nonsense')).status).toBe(404);
});

test.each([
  [400, 'by default', {}],
  [30, 'set by AUDIT_DAYS', { AUDIT_DAYS: '30' }],
])('the audit log is deleted after %i days, %s', async (days, _, settings) => {
  const other = await openTestApp(settings);
  await other.member('first');
  const countAfter = async (passed: number) => {
    other.pass(passed * 86_400_000);
    await other.jobs.enqueue('audit.tidy', {});
    await other.jobs.runDue();
    return (await other.db.selectFrom('audit_log').select('id').execute()).length;
  };
  expect(await countAfter(days - 1)).toBeGreaterThan(0);
  expect(await countAfter(2)).toBe(0);
  await other.close();
});
