import { afterAll, describe, expect, test } from 'vitest';
import { endpoints, type AccessToken, type DeviceSession } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
} from '../../app.testing.ts';

const host = await openTestApp();
const admin = await host.member('first');
afterAll(() => host.close());

async function signIn(username: string, userAgent: string) {
  const visitor = host.visitor();
  const body = { username, password: testPassword };
  const answer = await visitor.call('POST', '/api/v1/login', {
    body,
    headers: { 'user-agent': userAgent },
  });
  expect(answer.status).toBe(200);
  return visitor;
}

describe('sessions of a user', () => {
  const sessions = async (member: Pick<Member, 'call'>) =>
    (await member.call('GET', '/api/v1/user/sessions')).body.items as unknown as DeviceSession[];

  test('are listed, and can be ended individually or all others at once', async () => {
    const ada = await host.member('ada');
    host.pass(1_000);
    const [phone, tablet] = [await signIn('ada', 'Phone'), await signIn('ada', 'Tablet')];
    const listed = await sessions(ada);
    expect(listed.map(({ userAgent }) => userAgent)).toEqual(
      expect.arrayContaining(['Phone', 'Tablet']),
    );
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    const id = listed.find(({ userAgent }) => userAgent === 'Phone')?.id;
    expect((await ada.call('DELETE', `/api/v1/user/sessions/${id}`)).status).toBe(204);
    expect(host.liveCalls.sessionEnded).toContainEqual({ sessionId: id });
    expect((await phone.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect((await ada.call('DELETE', `/api/v1/user/sessions/${id}`)).status).toBe(404);
    expect((await ada.call('DELETE', '/api/v1/user/sessions')).status).toBe(204);
    expect((await tablet.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(await sessions(ada)).toHaveLength(1);
  });

  test('cannot be ended by another user', async () => {
    const [bob, eve] = await host.members('bob', 'eve');
    const [his] = await sessions(bob);
    expect((await eve.call('DELETE', `/api/v1/user/sessions/${his?.id}`)).status).toBe(404);
    expect((await bob.call('GET', '/api/v1/user/me')).status).toBe(200);
  });
});

describe('an access token', () => {
  const make = (member: Member, body: object) =>
    member.call('POST', '/api/v1/user/tokens', { body });
  const bearer = (token: string) => ({
    headers: { authorization: `Bearer ${token}`, 'x-xsrf-token': undefined },
  });
  const tokenOf = (answer: { body: unknown }) => (answer.body as { token: string }).token;

  test('acts for its user without cookie and CSRF token; its secret is shown once and never stored', async () => {
    const tom = await host.member('tom');
    const made = await make(tom, { name: 'Script', scopes: ['read', 'write'] });
    expect(made.status).toBe(201);
    const robot = host.visitor();
    const given = { ...bearer(tokenOf(made)), body: { title: 'By a script' } };
    const created = await robot.call('POST', '/api/v1/documents', given);
    expect([created.status, created.body.createdBy]).toEqual([201, tom.user.id]);
    const listed = (await tom.call('GET', '/api/v1/user/tokens')).body
      .items as unknown as AccessToken[];
    expect(listed).toMatchObject([{ name: 'Script', lastUsedAt: expect.any(String) }]);
    expect(JSON.stringify(listed)).not.toContain(tokenOf(made));
    const { rows } = await host.db
      .selectFrom('access_tokens')
      .selectAll()
      .execute()
      .then((all) => ({ rows: all }));
    expect(JSON.stringify(rows)).not.toContain(tokenOf(made));
  });

  test('is limited to its scopes and cannot access the account', async () => {
    const una = await host.member('una');
    const reader = tokenOf(await make(una, { name: 'Reader', scopes: ['read'] }));
    const writer = tokenOf(await make(una, { name: 'Writer', scopes: ['write'] }));
    const robot = host.visitor();
    expect((await robot.call('GET', '/api/v1/documents', bearer(reader))).status).toBe(200);
    const body = { title: 'x' };
    expect(
      (await robot.call('POST', '/api/v1/documents', { ...bearer(reader), body })).body.code,
    ).toBe('scope');
    expect((await robot.call('GET', '/api/v1/documents', bearer(writer))).body.code).toBe('scope');
    for (const [method, url] of [
      ['GET', '/api/v1/user/tokens'],
      ['POST', '/api/v1/user/tokens'],
      ['GET', '/api/v1/user/sessions'],
      ['PATCH', '/api/v1/user'],
      ['DELETE', '/api/v1/user'],
      ['POST', '/api/v1/logout'],
    ] as const) {
      const both = tokenOf(await make(una, { name: 'Both', scopes: ['read', 'write'] }));
      expect([
        url,
        (await robot.call(method, url, { ...bearer(both), body: {} })).body.code,
      ]).toEqual([url, 'scope']);
    }
  });

  test('cannot add or invite users or change roles, so that its holder cannot gain lasting access', async () => {
    const [yan, zoe] = await host.members('yan', 'zoe');
    const { id: projectId } = await makeProject(yan, [[zoe, 'editor']]);
    const { id: documentId } = await makeDocument(yan, null);
    await yan.call('POST', `/api/v1/documents/${documentId}/collaborators`, {
      body: { usernameOrEmail: 'zoe', role: 'editor' },
    });
    const both = tokenOf(await make(yan, { name: 'Both', scopes: ['read', 'write'] }));
    const request = '0192f0c1-7a00-7000-8000-0123456789ab';
    const [project, document] = [
      `/api/v1/projects/${projectId}`,
      `/api/v1/documents/${documentId}`,
    ];
    const calls = (['owner', 'editor', 'viewer'] as const).flatMap(
      (role) =>
        [
          ['POST', `${project}/collaborators`, { usernameOrEmail: 'first', role }],
          ['PATCH', `${project}/collaborators/${zoe.user.id}`, { role }],
          ['POST', `${document}/collaborators`, { usernameOrEmail: 'first', role }],
          ['PATCH', `${document}/collaborators/${zoe.user.id}`, { role }],
          ['POST', `${project}/invitations`, { role }],
          ['POST', `${project}/access-requests/${request}/grant`, { role }],
          ['POST', `${document}/access-requests/${request}/grant`, { role }],
        ] as const,
    );
    for (const [method, url, body] of [
      ...calls,
      ['POST', `${project}/owner`, { userId: zoe.user.id }],
      ['POST', `${document}/owner`, { userId: zoe.user.id }],
      ['POST', `${document}/guest-links`, { role: 'editor' }],
    ] as const) {
      const answer = await host.visitor().call(method, url, { ...bearer(both), body });
      expect([url, answer.status, answer.body.code]).toEqual([url, 403, 'scope']);
    }
  });

  test('of an administrator cannot call administrator endpoints, and so cannot read links in the outbox', async () => {
    const wes = await host.member('wes');
    await host.db
      .updateTable('users')
      .set({ is_admin: true })
      .where('id', '=', wes.user.id)
      .execute();
    const both = tokenOf(await make(wes, { name: 'Both', scopes: ['read', 'write'] }));
    const asked = Object.values(endpoints).filter(({ access }) => access === 'administrator');
    expect(asked.length).toBeGreaterThan(5);
    for (const { method, path } of asked) {
      const url = path.replaceAll(/\{\w+\}/g, wes.user.id);
      const answer = await host
        .visitor()
        .call(method, url, { ...bearer(both), ...(method === 'GET' ? {} : { body: {} }) });
      expect([url, answer.status, answer.body.code]).toEqual([url, 403, 'scope']);
    }
    await host.db
      .updateTable('users')
      .set({ is_admin: false })
      .where('id', '=', wes.user.id)
      .execute();
  });

  test('that is expired, deleted, forged or of a disabled user is refused, even with a valid session cookie', async () => {
    const vic = await host.member('vic');
    const expiresAt = new Date(Date.parse(vic.user.createdAt) + 60_000).toISOString();
    const short = tokenOf(await make(vic, { name: 'Short', scopes: ['read'], expiresAt }));
    const made = await make(vic, { name: 'Long', scopes: ['read'] });
    const me = (token: string) => vic.call('GET', '/api/v1/documents', bearer(token));
    expect((await me(short)).status).toBe(200);
    host.pass(61_000);
    expect((await me(short)).status).toBe(401);
    expect((await me(tokenOf(made))).status).toBe(200);
    expect((await vic.call('DELETE', `/api/v1/user/tokens/${made.body.id}`)).status).toBe(204);
    for (const token of [tokenOf(made), 'lh_nonsense', 'x'])
      expect((await me(token)).status).toBe(401);
    const last = tokenOf(await make(vic, { name: 'Last', scopes: ['read'] }));
    await host.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', vic.user.id)
      .execute();
    expect((await me(last)).status).toBe(401);
  });

  test.each([
    ['no name', { scopes: ['read'] }],
    ['no scopes', { name: 'x', scopes: [] }],
    ['an unknown scope', { name: 'x', scopes: ['admin'] }],
    [
      'an expiry date in the past',
      { name: 'x', scopes: ['read'], expiresAt: '2020-01-01T00:00:00.000Z' },
    ],
    ['an invalid expiry date', { name: 'x', scopes: ['read'], expiresAt: 'soon' }],
  ])('cannot be created with %s', async (_what, body) => {
    expect((await make(admin, body)).status).toBe(422);
  });
});

describe('deleting an account', () => {
  const remove = (member: Member, currentPassword = testPassword) =>
    member.call('DELETE', '/api/v1/user', { body: { currentPassword } });

  test('frees username and address, ends sessions, keeps project documents and moves drafts to the trash', async () => {
    const [pia, max] = await host.members('pia', 'max');
    const project = await makeProject(max, [[pia, 'editor']]);
    const written = await makeDocument(pia, project.id, 'By Pia');
    const draft = await makeDocument(pia, null);
    const elsewhere = await signIn('pia', 'Phone');
    expect((await remove(pia, 'not the password')).body.code).toBe('wrong_password');
    expect((await remove(pia)).status).toBe(204);
    for (const visitor of [pia, elsewhere])
      expect((await visitor.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(host.liveCalls.sessionEnded).toContainEqual({ userId: pia.user.id });
    expect((await max.call('GET', `/api/v1/documents/${written.id}`)).body.title).toBe('By Pia');
    const people = await max.call('GET', `/api/v1/projects/${project.id}/collaborators`);
    expect(people.body.items.map(({ user }) => user.id)).toEqual([max.user.id]);
    const row = await host.db
      .selectFrom('documents')
      .select('deleted_at')
      .where('id', '=', draft.id)
      .executeTakeFirst();
    expect(row?.deleted_at).not.toBe(null);
    const trace = await host.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', pia.user.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(trace)).not.toMatch(/pia/);
    expect((await host.member('pia')).user.id).not.toBe(pia.user.id);
  });

  test('is refused while a project has no other owner', async () => {
    const [lea, ned] = await host.members('lea', 'ned');
    const project = await makeProject(lea, [[ned, 'editor']]);
    expect((await remove(lea)).body.code).toBe('last_owner_somewhere');
    await lea.call('POST', `/api/v1/projects/${project.id}/owner`, {
      body: { userId: ned.user.id },
    });
    expect((await remove(lea)).status).toBe(204);
    expect((await ned.call('GET', `/api/v1/projects/${project.id}`)).body).toMatchObject({
      ownerId: ned.user.id,
    });
  });

  test('[TRAP] the last administrator cannot be removed', async () => {
    expect((await remove(admin)).body.code).toBe('last_administrator');
    expect((await admin.call('GET', '/api/v1/user/me')).status).toBe(200);
  });

  test('lets only one of two owners delete their accounts concurrently', async () => {
    const [one, two] = await host.members('one', 'two');
    await makeProject(one, [[two, 'owner']]);
    const statuses = (await Promise.all([remove(one), remove(two)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 409]);
  });
});
