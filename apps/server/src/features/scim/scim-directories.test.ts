import { afterAll, describe, expect, test } from 'vitest';
import { filterOf, openScimStage, patchSchema, schema, type Directory } from './scim.testing.ts';

const { host, connect } = await openScimStage();
afterAll(() => host.close());

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Returns the users that a filter finds. */
async function find(directory: Directory, filter: string) {
  const answer = await directory.call('GET', `/Users${filterOf(filter)}`);
  expect(answer.status).toBe(200);
  return answer.body.Resources;
}

// The order of the required tests of “Okta SCIM 2.0 SPEC Test”.
// Source: developer.okta.com, Test your SCIM API.
describe('the test suite of Okta', () => {
  const body = (name: string) => ({
    schemas: [schema('User')],
    userName: `${name}@okta.example`,
    name: { givenName: 'Rae', familyName: name },
    emails: [{ primary: true, value: `${name}@okta.example`, type: 'work' }],
    displayName: `Rae ${name}`,
    locale: 'en-US',
    externalId: `00u-${name}`,
    groups: [],
    password: 'Kv7J2LEa-not-used',
    active: true,
  });

  test('lists, does not find, creates, finds again and refuses a second user of the same name', async () => {
    const okta = await connect();
    await okta.call('POST', '/Users', body('first'));
    const first = await okta.call('GET', '/Users?count=1&startIndex=1');
    expect(first.body).toMatchObject({ schemas: [listSchema], itemsPerPage: 1, startIndex: 1 });
    const [user] = first.body.Resources;
    expect(user).toMatchObject({ id: expect.any(String), active: true });
    expect(user?.emails[0]?.value).not.toBe('');
    expect((await okta.call('GET', `/Users/${user?.id}`)).body.userName).toBe(user?.userName);
    expect(await find(okta, 'userName eq "nobody@okta.example"')).toEqual([]);
    const missing = await okta.call('GET', '/Users/00000000-not-there');
    expect([missing.status, missing.body.schemas]).toEqual([404, [errorSchema]]);
    expect(missing.body.detail).not.toBe('');

    const made = await okta.call('POST', '/Users', body('random'));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ schemas: [schema('User')], userName: 'random@okta.example' });
    expect(JSON.stringify(made.body)).not.toContain('Kv7J2LEa');
    expect((await okta.call('GET', `/Users/${made.body.id}`)).status).toBe(200);
    const twice = await okta.call('POST', '/Users', body('random'));
    expect([twice.status, twice.body.schemas]).toEqual([409, [errorSchema]]);
    // Usernames are compared without case.
    expect(await find(okta, 'userName eq "RANDOM@Okta.Example"')).toMatchObject([
      { id: made.body.id },
    ]);
    const groups = await okta.call('GET', '/Groups?count=100&startIndex=1');
    expect(groups.body.schemas).toEqual([listSchema]);
    // No password of the directory signs in.
    const entry = { username: 'random', password: 'Kv7J2LEa-not-used' };
    expect((await host.visitor().call('POST', '/api/v1/login', { body: entry })).status).toBe(401);
  });

  test('changes the first name, deactivates and activates a user by replacing it', async () => {
    const okta = await connect();
    const { id } = (await okta.call('POST', '/Users', body('crud'))).body;
    const put = (change: object) =>
      okta.call('PUT', `/Users/${id}`, { ...body('crud'), id, ...change });
    const renamed = await put({ displayName: 'Ray crud' });
    expect([renamed.status, renamed.body.displayName]).toEqual([200, 'Ray crud']);
    expect((await put({ active: false })).body.active).toBe(false);
    expect(await find(okta, 'userName eq "crud@okta.example"')).toMatchObject([{ active: false }]);
    expect((await put({ active: true })).body.active).toBe(true);
    const off = await okta.call('PATCH', `/Users/${id}`, {
      schemas: [patchSchema],
      Operations: [{ op: 'replace', value: { active: false } }],
    });
    expect([off.status, off.body.active]).toEqual([200, false]);
  });
});

// The tests that the validator of Microsoft lists.
// Source: learn.microsoft.com, Microsoft Entra SCIM Validator.
describe('the validator of Microsoft Entra', () => {
  const body = (name: string) => ({
    schemas: [schema('User')],
    externalId: `9950b140-${name}`,
    userName: `${name}@validator.example`,
    active: true,
    displayName: name.toUpperCase(),
    name: { formatted: 'Aric', familyName: 'Nia', givenName: 'Sandy' },
    emails: [{ type: 'work', value: `${name}@validator.example` }],
  });

  test('of users: duplicates, filters, changes of several attributes, disabling and deleting twice', async () => {
    const entra = await connect();
    const { id } = (await entra.call('POST', '/Users', body('vera'))).body;
    expect((await entra.call('POST', '/Users', body('vera'))).status).toBe(409);
    expect(await find(entra, 'userName eq "VERA@VALIDATOR.EXAMPLE"')).toMatchObject([{ id }]);
    expect(await find(entra, 'userName eq "not-there@validator.example"')).toEqual([]);
    const changed = await entra.patch(
      `/Users/${id}`,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'vera.b@validator.example' },
      { op: 'replace', value: { displayName: 'Vera B', 'name.givenName': 'Verena' } },
    );
    expect([changed.status, changed.body.displayName]).toEqual([200, 'Vera B']);
    expect(changed.body.emails[0]?.value).toBe('vera.b@validator.example');
    const named = await entra.patch(`/Users/${id}`, {
      op: 'replace',
      path: 'userName',
      value: 'vera.b@validator.example',
    });
    expect(named.body.userName).toBe('vera.b@validator.example');
    await entra.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    // A disabled user is found, with its state.
    expect(await find(entra, 'userName eq "vera.b@validator.example"')).toMatchObject([
      { id, active: false },
    ]);
    // With the type of a body that is empty.
    expect((await entra.call('DELETE', `/Users/${id}`, '')).status).toBe(204);
    expect((await entra.call('DELETE', `/Users/${id}`)).status).toBe(404);
  });

  test('of groups: duplicates, filters, members, a new name and deleting twice', async () => {
    const entra = await connect();
    const member = (await entra.call('POST', '/Users', body('gwyn'))).body.id;
    const group = { schemas: [schema('Group')], externalId: 'g-1', displayName: 'Validated' };
    const { id } = (await entra.call('POST', '/Groups', group)).body;
    expect((await entra.call('POST', '/Groups', group)).status).toBe(409);
    const query = `excludedAttributes=members&filter=${encodeURIComponent('displayName eq "VALIDATED"')}`;
    expect((await entra.call('GET', `/Groups?${query}`)).body.Resources).toMatchObject([{ id }]);
    const path = `/Groups/${id}`;
    await entra.patch(path, { op: 'Add', path: 'members', value: [{ $ref: null, value: member }] });
    expect((await entra.call('GET', path)).body.members).toMatchObject([{ value: member }]);
    await entra.patch(path, { op: 'Remove', path: `members[value eq "${member}"]` });
    expect((await entra.call('GET', path)).body.members).toEqual([]);
    await entra.patch(path, { op: 'Replace', value: { id, displayName: 'Validated again' } });
    expect((await entra.call('GET', path)).body.displayName).toBe('Validated again');
    expect((await entra.call('DELETE', path)).status).toBe(204);
    expect((await entra.call('DELETE', path)).status).toBe(404);
  });
});
