import { afterAll, describe, expect, test } from 'vitest';
import {
  addUser,
  entraUser,
  filterOf,
  openScimStage,
  patchSchema,
  schema,
} from './scim.testing.ts';

const { host, connect } = await openScimStage();
afterAll(() => host.close());

describe('a call that is not valid', () => {
  const zed = entraUser('zed');
  const group = { schemas: [schema('Group')] };
  const patched = (operation: object) => ({ schemas: [patchSchema], Operations: [operation] });
  test.each<[string, string, string, unknown, number]>([
    ['a filter that cannot be read', 'GET', '/Users?filter=nonsense', undefined, 400],
    ['another comparison', 'GET', `/Users${filterOf('userName co "a"')}`, undefined, 400],
    ['an alternative', 'GET', `/Users${filterOf('userName eq "a" or id eq "b"')}`, undefined, 400],
    ['half of a body', 'POST', '/Users', '{', 400],
    ['a forbidden name', 'POST', '/Users', '{"__proto__": {"active": true}}', 400],
    ['a list', 'POST', '/Users', [], 400],
    ['no body', 'POST', '/Users', undefined, 400],
    ['a user without userName', 'POST', '/Users', { displayName: 'No name' }, 400],
    ['a wrong address', 'POST', '/Users', { ...zed, emails: [{ value: 'nonsense' }] }, 400],
    ['a text that cannot be stored', 'POST', '/Users', { ...zed, externalId: 'a\u0000b' }, 400],
    ['a long text', 'POST', '/Users', { ...zed, externalId: 'x'.repeat(5_000) }, 400],
    ['a group without a name', 'POST', '/Groups', { ...group, displayName: ' ' }, 400],
    ['members that are a text', 'POST', '/Groups', { ...group, members: 'x' }, 400],
    ['no operation', 'PATCH', '/Groups/x', { schemas: [patchSchema], Operations: [] }, 400],
    ['an operation on nothing', 'PATCH', '/Users/x', patched({ op: 'replace' }), 404],
    ['an unknown endpoint', 'GET', '/Nonsense', undefined, 404],
    ['a bulk operation', 'POST', '/Bulk', {}, 404],
  ])(
    'with %s is answered in the form of SCIM: %s %s',
    async (_what, method, path, body, status) => {
      const corp = await connect();
      const answer = await corp.call(method, path, body);
      expect([answer.status, answer.body.status, answer.body.schemas]).toEqual([
        status,
        String(status),
        ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ]);
    },
  );

  test('with operations that cannot be applied changes nothing', async () => {
    const corp = await connect();
    const { id } = await addUser(corp, 'yan');
    for (const operation of [
      { op: 'replace', path: 'nonsense', value: 1 },
      { op: 'replace', path: 'active', value: 'perhaps' },
      { op: 'replace', path: 'emails[', value: 1 },
      { op: 'replace', path: '[', value: 1 },
      { op: 'explode', path: 'active', value: false },
      { op: 'add' },
      'nonsense',
    ]) {
      const answer = await corp.call('PATCH', `/Users/${id}`, patched(operation as object));
      expect([operation, answer.status]).toEqual([operation, 400]);
    }
    expect((await corp.call('GET', `/Users/${id}`)).body).toMatchObject({ active: true });
  });

  test('with a body that is too large is refused', async () => {
    const corp = await connect();
    const answer = await corp.call('POST', '/Users', 'x'.repeat(3 * 1024 * 1024));
    expect(answer.status).toBe(413);
  });
});

test('the server describes what it supports', async () => {
  const corp = await connect();
  const config = await corp.call('GET', '/ServiceProviderConfig');
  expect(config.body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
    bulk: { supported: false },
  });
  const types = (await corp.call('GET', '/ResourceTypes')).body.Resources.map(({ id }) => id);
  expect(types).toEqual(expect.arrayContaining(['User', 'Group']));
  expect((await corp.call('GET', '/Schemas')).body.totalResults).toBeGreaterThan(1);
  expect((await corp.call('GET', `/Schemas/${schema('User')}`)).status).toBe(200);
});
