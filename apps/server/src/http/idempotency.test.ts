import { afterAll, describe, expect, test } from 'vitest';
import { makeDocument, openTestApp, type Member } from '../app.testing.ts';

const host = await openTestApp();
const ada = await host.member('ada');
afterAll(() => host.close());

const create = (
  member: Member,
  key: string,
  body: object = { title: 'Once' },
  url = '/api/v1/documents',
) => member.call('POST', url, { body, headers: { 'idempotency-key': key } });
const count = async (member: Member) =>
  (await member.call('GET', '/api/v1/documents?limit=100')).body.items.length;

describe('a POST with an Idempotency-Key', () => {
  test('creates one resource however often it is repeated, and replays the first response', async () => {
    const before = await count(ada);
    const first = await create(ada, 'a-1');
    const second = await create(ada, 'a-1');
    expect([second.status, second.body, second.headers['idempotency-replayed']]).toEqual([
      201,
      first.body,
      'true',
    ]);
    expect(await count(ada)).toBe(before + 1);
  });

  test('creates one resource for fifty concurrent requests', async () => {
    const before = await count(ada);
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(ada, 'a-50')));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await count(ada)).toBe(before + 1);
  });

  test('is separate for each user: the same key of another user creates another resource', async () => {
    const bob = await host.member('bob');
    expect((await create(bob, 'a-1')).body.createdBy).toBe(bob.user.id);
  });

  test('is not replayed after the user lost access, but is replayed for a permanently deleted resource', async () => {
    const eve = await host.member('eve');
    const { id } = await makeDocument(ada, null);
    const people = `/api/v1/documents/${id}/collaborators`;
    await ada.call('POST', people, { body: { usernameOrEmail: 'eve', role: 'reviewer' } });
    const say = () =>
      create(eve, 'e-1', { body: 'Said while I could.' }, `/api/v1/documents/${id}/comments`);
    expect((await say()).status).toBe(201);
    expect((await say()).headers['idempotency-replayed']).toBe('true');
    await ada.call('DELETE', `${people}/${eve.user.id}`);
    const again = await say();
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
    await create(ada, 'a-bin', {}, `/api/v1/documents/${id}/delete`);
    const remove = () =>
      create(ada, 'a-gone', { permanent: true }, `/api/v1/documents/${id}/delete`);
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
  });

  test('is refused when it was used for a different request, which has no effect', async () => {
    await create(ada, 'a-2');
    const before = await count(ada);
    for (const other of [
      create(ada, 'a-2', { title: 'Other' }),
      create(ada, 'a-2', { name: 'P' }, '/api/v1/projects'),
    ]) {
      expect((await other).body.code).toBe('key_reused');
    }
    expect(await count(ada)).toBe(before);
  });

  test('can be used again after a refused request', async () => {
    expect((await create(ada, 'a-3', { title: 7 })).status).toBe(422);
    expect((await create(ada, 'a-3', { title: 'Right' })).status).toBe(201);
  });

  test('expires after a day', async () => {
    const first = await create(ada, 'a-4');
    host.pass(24 * 60 * 60 * 1_000 + 1);
    expect((await create(ada, 'a-4')).body.id).not.toBe(first.body.id);
  });

  test.each(['', ' ', 'x'.repeat(256), 'a b', 'naïve'])(
    'is refused with the invalid key %j',
    async (key) => {
      expect((await create(ada, key)).status).toBe(422);
    },
  );

  test('does not store a response that contains a secret', async () => {
    const body = { name: 'Script', scopes: ['read'] };
    await create(ada, 'a-5', body, '/api/v1/user/tokens');
    const kept = await host.db
      .selectFrom('idempotency_answers')
      .select('answer')
      .where('key', '=', 'a-5')
      .execute();
    expect(kept).toEqual([]);
  });
});
