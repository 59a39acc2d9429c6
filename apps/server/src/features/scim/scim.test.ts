import { afterAll, describe, expect, test } from 'vitest';
import type { Member } from '../../app.testing.ts';
import {
  addUser,
  entraUser,
  filterOf,
  openScimStage,
  schema,
  type Resource,
} from './scim.testing.ts';

const { host, admin, callAs, connect } = await openScimStage();
afterAll(() => host.close());

describe('a directory like Microsoft Entra', () => {
  test('looks a user up, creates it, changes it, disables it by a text, and deletes it', async () => {
    const entra = await connect({ linkRule: 'domains', linkDomains: ['corp.example'] });
    const missing = await entra.call('GET', `/Users${filterOf('userName eq "kim@corp.example"')}`);
    expect([missing.status, missing.body.totalResults, missing.body.Resources]).toEqual([
      200,
      0,
      [],
    ]);
    const made = await entra.call('POST', '/Users', entraUser('kim'));
    expect(made.status).toBe(201);
    const { id, meta } = made.body;
    expect(made.headers.get('location')).toBe(meta.location);
    expect(meta.location).toBe(`http://longhand.test/scim/v2/Users/${id}`);
    const found = await entra.call('GET', `/Users${filterOf('externalId eq "entra-kim"')}`);
    expect(found.body.Resources).toMatchObject([{ id, active: true }]);
    const account = await host.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ username: 'kim', email: 'kim@corp.example', is_admin: false });
    expect(account.email_confirmed_at).not.toBe(null);

    const changed = await entra.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Kim Renamed' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 1' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'kim.r@corp.example' },
      {
        op: 'Add',
        path: `${'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'}:department`,
        value: 'X',
      },
    );
    expect([changed.status, changed.body.displayName, changed.body.emails[0]?.value]).toEqual([
      200,
      'Kim Renamed',
      'kim.r@corp.example',
    ]);
    const ignored = await entra.patch(`/Users/${id}`, {
      op: 'Add',
      path: 'phoneNumbers[type eq "work"].value',
      value: '+49 2',
    });
    expect(ignored.status).toBe(200);
    const disabled = await entra.patch(`/Users/${id}`, {
      op: 'Replace',
      path: 'active',
      value: 'False',
    });
    expect(disabled.body.active).toBe(false);
    expect((await entra.call('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await entra.call('GET', `/Users/${id}`)).status).toBe(404);
    // The account stays, and is found again when the directory creates the user anew.
    const again = await entra.call('POST', '/Users', {
      ...entraUser('kim'),
      emails: [{ primary: true, type: 'work', value: 'kim.r@corp.example' }],
    });
    expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true]);
  });

  test('maintains a group by adding and removing members', async () => {
    const entra = await connect();
    const [lee, max, ned] = [
      await addUser(entra, 'lee'),
      await addUser(entra, 'max'),
      await addUser(entra, 'ned'),
    ];
    const made = await entra.call('POST', '/Groups', {
      schemas: [schema('Group')],
      externalId: 'group-1',
      displayName: 'Editors',
      members: [],
    });
    expect([made.status, made.body.members]).toEqual([201, []]);
    const path = `/Groups/${made.body.id}`;
    await entra.patch(path, {
      op: 'Add',
      path: 'members',
      value: [{ value: lee.id }, { value: max.id }],
    });
    await entra.patch(path, { op: 'Add', path: 'members', value: [{ value: ned.id }] });
    const removed = await entra.patch(path, {
      op: 'Remove',
      path: 'members',
      value: [{ value: lee.id }],
    });
    expect(removed.body.members?.map(({ value }) => value)).toEqual([max.id, ned.id]);
    expect(host.liveCalls.rightsChanged).toContainEqual({ userIds: [lee.id] });
    const listed = await entra.call(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Editors"')}`,
    );
    expect(listed.body.Resources).toHaveLength(1);
    expect(listed.body.Resources[0]).not.toHaveProperty('members');
    await entra.patch(`${path}?excludedAttributes=members`, {
      op: 'Replace',
      path: 'displayName',
      value: 'Writers',
    });
    expect((await entra.call('GET', path)).body).toMatchObject({
      displayName: 'Writers',
      members: [{ value: max.id }, { value: ned.id }],
    });
    const mine = await admin.call('DELETE', `/api/v1/groups/${made.body.id}`);
    expect(mine.body.code).toBe('group_managed');
    const groups = (await admin.call('GET', '/api/v1/groups?q=Writers')).body.items;
    expect(groups).toMatchObject([{ managedBy: 'Corp', memberCount: 2 }]);
    expect((await entra.call('DELETE', path)).status).toBe(204);
    expect((await admin.call('GET', '/api/v1/groups?q=Writers')).body.items).toEqual([]);
  });
});

describe('a directory like Okta', () => {
  test('pages through users, replaces a profile, and disables a user without a path', async () => {
    const okta = await connect();
    for (const name of ['oda', 'pia', 'quin']) await addUser(okta, name);
    const first = await okta.call('GET', '/Users?startIndex=1&count=2');
    const rest = await okta.call('GET', '/Users?startIndex=3&count=2');
    expect([first.body.totalResults, first.body.itemsPerPage, rest.body.startIndex]).toEqual([
      3, 2, 3,
    ]);
    const names = [...first.body.Resources, ...rest.body.Resources].map(({ userName }) => userName);
    expect(names).toEqual(['oda@corp.example', 'pia@corp.example', 'quin@corp.example']);
    expect((await okta.call('GET', '/Users?count=0')).body).toMatchObject({
      totalResults: 3,
      Resources: [],
    });
    const { id } = first.body.Resources[0] as Resource;
    const replaced = await okta.call('PUT', `/Users/${id}`, {
      schemas: [schema('User')],
      id,
      userName: 'oda@corp.example',
      name: { givenName: 'Oda', familyName: 'Krohg' },
      emails: [{ primary: true, value: 'oda@corp.example', type: 'work' }],
      active: true,
      password: 'not used',
    });
    expect([replaced.status, replaced.body.displayName]).toEqual([200, 'Oda Krohg']);
    const off = await okta.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect([off.status, off.body.active]).toEqual([200, false]);
    const on = await okta.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    expect(on.body.active).toBe(true);
    const group = await okta.call('POST', '/Groups', {
      schemas: [schema('Group')],
      displayName: 'Painters',
      members: [{ value: id, display: 'oda@corp.example' }],
    });
    const renamed = await okta.patch(`/Groups/${group.body.id}`, {
      op: 'replace',
      value: { id: group.body.id, displayName: 'Old Painters' },
    });
    expect(renamed.body).toMatchObject({ displayName: 'Old Painters', members: [{ value: id }] });
    const emptied = await okta.patch(`/Groups/${group.body.id}`, {
      op: 'remove',
      path: `members[value eq "${id}"]`,
    });
    expect(emptied.body.members ?? []).toEqual([]);
  });
});

describe('disabling a user by SCIM', () => {
  test('ends sessions, tokens and live connections, and keeps what the user wrote', async () => {
    const corp = await connect({ linkRule: 'verified' });
    const una = await host.member('una');
    const made = await corp.call('POST', '/Users', {
      ...entraUser('una'),
      userName: 'una@example.org',
      emails: [{ primary: true, type: 'work', value: 'una@example.org' }],
    });
    expect([made.status, made.body.id]).toEqual([201, una.user.id]);
    const draft = await una.call('POST', '/api/v1/documents', { body: { title: 'Kept' } });
    await corp.patch(`/Users/${una.user.id}`, { op: 'replace', path: 'active', value: false });
    expect((await una.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(host.liveCalls.sessionEnded).toContainEqual({ userId: una.user.id });
    const row = await host.db
      .selectFrom('documents')
      .select('deleted_at')
      .where('id', '=', draft.body.id)
      .executeTakeFirstOrThrow();
    expect(row.deleted_at).toBe(null);
  });

  test('[TRAP] is refused for the last administrator', async () => {
    const corp = await connect({ linkRule: 'verified' });
    const made = await corp.call('POST', '/Users', {
      ...entraUser('first'),
      userName: 'first@example.org',
      emails: [{ primary: true, type: 'work', value: 'first@example.org' }],
    });
    expect(made.body.id).toBe(admin.user.id);
    const off = await corp.patch(`/Users/${admin.user.id}`, {
      op: 'replace',
      path: 'active',
      value: false,
    });
    expect([off.status, off.body.status]).toEqual([409, '409']);
    expect((await corp.call('DELETE', `/Users/${admin.user.id}`)).status).toBe(409);
    expect((await admin.call('GET', '/api/v1/user/me')).status).toBe(200);
    // The address of an account that existed before stays.
    await corp.patch(`/Users/${admin.user.id}`, {
      op: 'replace',
      path: 'emails[type eq "work"].value',
      value: 'attacker@example.org',
    });
    const { email } = (await admin.call('GET', '/api/v1/user/me')).body;
    expect(email).toBe('first@example.org');
  });
});

describe('an existing account', () => {
  const withAddress = (member: Member) => ({
    ...entraUser(member.user.username),
    userName: member.user.email,
    emails: [{ primary: true, type: 'work', value: member.user.email }],
  });

  test.each([
    ['never', [], 409],
    ['domains', ['corp.example'], 409],
    ['domains', ['example.org'], 201],
    ['verified', [], 201],
  ])('is taken over by the rule %s %s with status %i', async (linkRule, linkDomains, status) => {
    const corp = await connect({ linkRule, linkDomains });
    const member = await host.member(`${linkRule}${linkDomains.length}${status}`);
    expect((await corp.call('POST', '/Users', withAddress(member))).status).toBe(status);
  });

  test('is not taken over if its address was not confirmed, or it is disabled', async () => {
    const corp = await connect({ linkRule: 'verified' });
    const [vic, wim] = await host.members('vic', 'wim');
    await host.db
      .updateTable('users')
      .set({ email_confirmed_at: null })
      .where('id', '=', vic.user.id)
      .execute();
    await admin.call('PATCH', `/api/v1/admin/users/${wim.user.id}`, { body: { disabled: true } });
    for (const member of [vic, wim]) {
      const { status, body } = await corp.call('POST', '/Users', withAddress(member));
      expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    }
  });

  test('of another connection, and users without one, do not exist for a connection', async () => {
    const [one, other] = [await connect(), await connect()];
    const user = await addUser(one, 'xan');
    for (const id of [user.id, admin.user.id, 'nonsense']) {
      for (const answer of [
        await other.call('GET', `/Users/${id}`),
        await other.call('PUT', `/Users/${id}`, entraUser('xan2')),
        await other.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
        await other.call('DELETE', `/Users/${id}`),
      ])
        expect([id, answer.status]).toEqual([id, 404]);
    }
    const group = await other.call('POST', '/Groups', {
      schemas: [schema('Group')],
      displayName: 'Foreign',
      members: [{ value: user.id }],
    });
    expect([group.status, group.body.scimType]).toEqual([400, 'invalidValue']);
    expect((await other.call('POST', '/Users', entraUser('xan'))).status).toBe(409);
  });
});

describe('a token', () => {
  test('is required, is not that of a user, and ends with its connection', async () => {
    const corp = await connect();
    const made = await admin.call('POST', '/api/v1/user/tokens', {
      body: { name: 'x', scopes: ['read', 'write'] },
    });
    const { token } = made.body as unknown as { token: string };
    for (const wrong of [null, 'nonsense', token]) {
      const answer = await callAs(wrong, 'GET', '/Users');
      expect([answer.status, answer.body.schemas]).toEqual([
        401,
        ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    const robot = host.visitor();
    const headers = { authorization: `Bearer ${corp.token}`, 'x-xsrf-token': undefined };
    expect((await robot.call('GET', '/api/v1/documents', { headers })).status).toBe(401);
    const rows = await host.db.selectFrom('scim_connections').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(corp.token);
    const group = await corp.call('POST', '/Groups', {
      schemas: [schema('Group')],
      displayName: 'Released',
    });
    const listed = (await admin.call('GET', '/api/v1/admin/scim-connections')).body.items;
    expect(listed[0]).toMatchObject({ id: corp.id, lastUsedAt: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain(corp.token);
    await admin.call('DELETE', `/api/v1/admin/scim-connections/${corp.id}`);
    expect((await corp.call('GET', '/Users')).status).toBe(401);
    expect((await admin.call('DELETE', `/api/v1/groups/${group.body.id}`)).status).toBe(204);
  });

  test('opens nothing of the API, and the session of an administrator nothing of a directory', async () => {
    const corp = await connect();
    const headers = { authorization: `Bearer ${corp.token}`, 'x-xsrf-token': undefined };
    for (const url of [
      '/api/v1/user/me',
      '/api/v1/admin/users',
      '/api/v1/events',
      '/api/v1/user/tokens',
    ])
      expect([url, (await host.visitor().call('GET', url, { headers })).status]).toEqual([
        url,
        401,
      ]);
    // The cookie of a session does not help the token, and is no token itself.
    expect((await admin.call('GET', '/api/v1/admin/users', { headers })).status).toBe(401);
    expect((await admin.call('GET', '/scim/v2/Users')).status).toBe(401);
    const session = { authorization: `Bearer ${admin.cookies.get('session')}` };
    expect((await admin.call('GET', '/scim/v2/Users', { headers: session })).status).toBe(401);
  });

  test('requires the password of the administrator', async () => {
    const made = await admin.call('POST', '/api/v1/admin/scim-connections', {
      body: { name: 'Corp', currentPassword: 'wrong' },
    });
    expect(made.body.code).toBe('wrong_password');
  });
});
