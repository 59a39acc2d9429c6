import { afterAll, describe, expect, test } from 'vitest';
import {
  addUser,
  entraUser,
  filterOf,
  openScimStage,
  patchSchema,
  schema,
  type Directory,
} from './scim.testing.ts';

const { host, connect } = await openScimStage();
afterAll(() => host.close());

const membersOf = async (directory: Directory, id: string): Promise<string[]> => {
  const { body } = await directory.call('GET', `/Groups/${id}`);
  return (body.members ?? []).map(({ value }) => value).toSorted();
};

const makeGroup = async (directory: Directory, body: object): Promise<string> => {
  const made = await directory.call('POST', '/Groups', { schemas: [schema('Group')], ...body });
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  return made.body.id;
};

// Source: goauthentik.io, the client of its SCIM provider.
describe('authentik', () => {
  test('reads what is supported, and creates a group whose members follow one by one', async () => {
    const directory = await connect();
    const { body: config } = await directory.call('GET', '/ServiceProviderConfig');
    expect(config).toMatchObject({
      patch: { supported: true },
      filter: { supported: true },
      // Without the maximum, it sends no operation at all.
      bulk: { supported: false, maxOperations: expect.any(Number) },
    });
    const users = [];
    for (const name of ['uma', 'vic', 'wes']) users.push((await addUser(directory, name)).id);
    const group = { externalId: 'pk-1', displayName: 'Authentic', schemas: [schema('Group')] };
    const id = await makeGroup(directory, group);
    const each = (op: string, values: readonly string[]) =>
      directory.patch(
        `/Groups/${id}`,
        ...values.map((value) => ({ op, path: 'members', value: [{ value }] })),
      );
    expect((await each('add', users)).status).toBe(200);
    expect(await membersOf(directory, id)).toEqual(users.toSorted());
    // A member is removed by its value, without a filter in the path: the others stay.
    const [first = '', ...others] = users;
    expect((await each('remove', [first])).status).toBe(200);
    expect(await membersOf(directory, id)).toEqual(others.toSorted());
    // Attributes are replaced without a path and without the members, which stay.
    const renamed = { ...group, id, displayName: 'Authentic people' };
    const changed = await directory.patch(`/Groups/${id}`, { op: 'replace', value: renamed });
    expect([changed.status, changed.body.displayName]).toEqual([200, 'Authentic people']);
    expect(await membersOf(directory, id)).toEqual(others.toSorted());
    // It finds the group again by its name, after it has lost its own record.
    expect((await directory.call('POST', '/Groups', renamed)).status).toBe(409);
    const found = await directory.call(
      'GET',
      `/Groups${filterOf('displayName eq "Authentic people"')}`,
    );
    expect(found.body.Resources).toMatchObject([{ id }]);
  });

  test('replaces users, also with unknown attributes, and discovers groups page by page', async () => {
    const directory = await connect();
    const sent = {
      schemas: [schema('User')],
      ...{ externalId: 'uid-1', userName: 'xena', displayName: 'Xena', active: true },
      name: { formatted: 'Xena W', familyName: 'W', givenName: 'Xena' },
      photos: [{ value: 'https://authentik.example/x.png', type: 'photo' }],
      locale: 'en-US',
      emails: [{ value: 'xena@corp.example', type: 'other', primary: true }],
    };
    const { id } = (await directory.call('POST', '/Users', sent)).body;
    const replaced = await directory.call('PUT', `/Users/${id}`, {
      ...{ ...sent, id },
      ...{ displayName: 'Xena Warrior', active: false },
    });
    expect([replaced.status, replaced.body]).toMatchObject([
      200,
      { displayName: 'Xena Warrior', active: false, externalId: 'uid-1' },
    ]);
    for (const name of ['One', 'Two', 'Three']) await makeGroup(directory, { displayName: name });
    const seen: string[] = [];
    for (;;) {
      const page = await directory.call('GET', `/Groups?startIndex=${seen.length + 1}&count=2`);
      seen.push(...page.body.Resources.map(({ displayName }) => displayName));
      if (seen.length >= page.body.totalResults) break;
    }
    expect(seen).toEqual(['One', 'Two', 'Three']);
  });
});

// Source: github.com/mitodl/keycloak-scim, an extension of Keycloak that sends whole resources.
describe('the SCIM client of Keycloak', () => {
  test('creates and replaces users and groups with a relative location and roles', async () => {
    const directory = await connect();
    const sent = {
      schemas: [schema('User')],
      ...{ externalId: 'kc-1', userName: 'yara', displayName: 'Yara K', active: true },
      emails: [{ value: 'yara@corp.example', primary: true }],
      roles: [],
    };
    const { id } = (await directory.call('POST', '/Users', sent)).body;
    const again = {
      ...{ ...sent, id, displayName: 'Yara Keyes', roles: [{ value: 'scim' }] },
      meta: { location: `Users/${id}` },
    };
    const replaced = await directory.call('PUT', `/Users/${id}`, again);
    expect([replaced.status, replaced.body.displayName]).toEqual([200, 'Yara Keyes']);
    const group = await makeGroup(directory, {
      ...{ externalId: 'kc-g', displayName: 'Keyholders' },
      members: [{ value: id, $ref: `Users/${id}` }],
    });
    expect(await membersOf(directory, group)).toEqual([id]);
    const emptied = await directory.call('PUT', `/Groups/${group}`, {
      ...{ schemas: [schema('Group')], id: group, externalId: 'kc-g', displayName: 'Keyholders' },
      ...{ members: [], meta: { location: `Groups/${group}` } },
    });
    expect([emptied.status, await membersOf(directory, group)]).toEqual([200, []]);
    // The import lists all users without a filter.
    const all = await directory.call('GET', '/Users');
    expect(all.body.Resources.map(({ externalId }) => externalId)).toEqual(['kc-1']);
  });
});

// Source: jumpcloud.com, Custom SCIM Identity Management: it tests a connection by a user and a
// group, which it creates, changes, deactivates and deletes.
describe('the connection test of JumpCloud', () => {
  test('creates a user and a group, adds the user, deactivates and deletes both', async () => {
    const directory = await connect();
    const { id } = (await directory.call('POST', '/Users', entraUser('jumper'))).body;
    const off = await directory.call('PUT', `/Users/${id}`, {
      ...entraUser('jumper'),
      active: false,
    });
    expect([off.status, off.body.active]).toEqual([200, false]);
    const group = await makeGroup(directory, { displayName: 'Jumpers', members: [] });
    const add = { op: 'add', path: 'members', value: [{ value: id }] };
    expect((await directory.patch(`/Groups/${group}`, add)).status).toBe(200);
    expect(await membersOf(directory, group)).toEqual([id]);
    const remove = { op: 'remove', path: 'members', value: [{ value: id }] };
    expect((await directory.patch(`/Groups/${group}`, remove)).status).toBe(200);
    expect(await membersOf(directory, group)).toEqual([]);
    expect((await directory.call('DELETE', `/Groups/${group}`)).status).toBe(204);
    expect((await directory.call('DELETE', `/Users/${id}`)).status).toBe(204);
  });
});

// Source: RFC 7644, 3.4.2, 3.5.2 and 3.14.
describe('any directory', () => {
  test.each([
    ['"False"', 'active', 'False', false],
    ['"true"', 'active', 'true', true],
    ['false without a path', undefined, { active: false }, false],
    ['"FALSE" without a path', undefined, { active: 'FALSE' }, false],
    ['"true" among others', undefined, { active: 'true', title: 'Dr' }, true],
  ])('sets active by %s', async (_, path, value, expected) => {
    const directory = await connect();
    const { id } = await addUser(
      directory,
      `act${JSON.stringify(value).length}${String(path).length}${String(expected)}`,
    );
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: !expected });
    const operation = { op: 'replace', ...(path !== undefined && { path }), value };
    const changed = await directory.patch(`/Users/${id}`, operation);
    expect([changed.status, changed.body.active]).toEqual([200, expected]);
  });

  test('replaces all members, with If-Match, which is ignored because versions are not supported', async () => {
    const directory = await connect();
    const [one, two] = [await addUser(directory, 'amy'), await addUser(directory, 'abe')];
    const id = await makeGroup(directory, {
      displayName: 'Replaced',
      members: [{ value: one.id }],
    });
    const answer = await directory.callWith(
      { 'if-match': 'W/"a330bc54f0671c9"' },
      'PATCH',
      `/Groups/${id}`,
      {
        schemas: [patchSchema],
        Operations: [
          {
            ...{ op: 'replace', path: 'members' },
            value: [{ display: 'Abe', $ref: `/v2/Users/${two.id}`, value: two.id }],
          },
        ],
      },
    );
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
    expect(await membersOf(directory, id)).toEqual([two.id]);
    const config = await directory.call('GET', '/ServiceProviderConfig');
    expect(config.body).toMatchObject({ etag: { supported: false } });
    // The fields that Microsoft Entra sends as null do not matter.
    const empty = { $ref: null, display: null, value: two.id };
    await directory.patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [empty] });
    const both = [{ ...empty, value: one.id }, empty];
    await directory.patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: both });
    expect(await membersOf(directory, id)).toEqual([one.id, two.id].toSorted());
    await directory.patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [empty] });
    expect(await membersOf(directory, id)).toEqual([one.id]);
    // Without a filter and a value, all members are removed.
    await directory.patch(`/Groups/${id}`, { op: 'remove', path: 'members' });
    expect(await membersOf(directory, id)).toEqual([]);
  });

  test('counts without resources, and finds by externalId without members', async () => {
    const directory = await connect();
    const user = await addUser(directory, 'cnt');
    await makeGroup(directory, {
      ...{ displayName: 'Counted', externalId: 'ext-1' },
      members: [{ value: user.id }],
    });
    const counted = await directory.call('GET', '/Users?count=0');
    expect(counted.body).toMatchObject({ totalResults: 1, itemsPerPage: 0, Resources: [] });
    const negative = await directory.call('GET', '/Users?count=-3&startIndex=-1');
    expect(negative.body).toMatchObject({ totalResults: 1, startIndex: 1, Resources: [] });
    const query = `${filterOf('externalId eq "ext-1"')}&excludedAttributes=members`;
    const [found] = (await directory.call('GET', `/Groups${query}`)).body.Resources;
    expect(found).toMatchObject({ displayName: 'Counted', externalId: 'ext-1' });
    expect(found).not.toHaveProperty('members');
    const [person] = (await directory.call('GET', `/Users${filterOf('externalId eq "entra-cnt"')}`))
      .body.Resources;
    expect(person).toMatchObject({ id: user.id });
  });
});
