import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDocument, openTestApp, type Member, type TestApp } from '../app.testing.ts';

let host: TestApp;
let ada: Member;
beforeAll(async () => {
  host = await openTestApp();
  ada = await host.member('ada');
});
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
  test('makes one thing however often it comes, and answers what the first one answered', async () => {
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

  test('fifty times at once makes one thing', async () => {
    const before = await count(ada);
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(ada, 'a-50')));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await count(ada)).toBe(before + 1);
  });

  test('belongs to its person: somebody else’s equal key is another one', async () => {
    const bob = await host.member('bob');
    expect((await create(bob, 'a-1')).body.createdBy).toBe(bob.user.id);
  });

  test('is not answered again to whom the thing was kept from since; of what is gone for good it is', async () => {
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

  test('with another request is refused, and nothing is done', async () => {
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

  test('that was refused can be sent again, put right', async () => {
    expect((await create(ada, 'a-3', { title: 7 })).status).toBe(422);
    expect((await create(ada, 'a-3', { title: 'Right' })).status).toBe(201);
  });

  test('is forgotten after a day', async () => {
    const first = await create(ada, 'a-4');
    host.pass(24 * 60 * 60 * 1_000 + 1);
    expect((await create(ada, 'a-4')).body.id).not.toBe(first.body.id);
  });

  test.each(['', ' ', 'x'.repeat(256), 'a b', 'naïve'])(
    'is refused where the key is %j',
    async (key) => {
      expect((await create(ada, key)).status).toBe(422);
    },
  );

  test('never keeps a secret: the answer with a token is given once', async () => {
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
