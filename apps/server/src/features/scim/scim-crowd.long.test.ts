import { afterAll, expect, test } from 'vitest';
import { addUser, openScimStage, schema } from './scim.testing.ts';

const { host, connect } = await openScimStage();
afterAll(() => host.close());

test('a directory has a group of a thousand members, added one by one in pages, read, and emptied', async () => {
  const directory = await connect();
  const users: string[] = [];
  for (let at = 0; at < 1_000; at += 1) users.push((await addUser(directory, `crowd${at}`)).id);
  const group = { schemas: [schema('Group')], displayName: 'Crowd' };
  const { id } = (await directory.call('POST', '/Groups', group)).body;
  const membersNow = async () => {
    const { body } = await directory.call('GET', `/Groups/${id}`);
    return (body.members ?? []).map(({ value }) => value).toSorted();
  };
  const page = 100;
  for (let at = 0; at < users.length; at += page) {
    const added = await directory.patch(
      `/Groups/${id}`,
      ...users
        .slice(at, at + page)
        .map((value) => ({ op: 'add', path: 'members', value: [{ value }] })),
    );
    expect(added.status).toBe(200);
  }
  expect(await membersNow()).toEqual(users.toSorted());
  const gone = await directory.patch(
    `/Groups/${id}`,
    ...users.slice(0, 500).map((value) => ({ op: 'remove', path: `members[value eq "${value}"]` })),
  );
  expect(gone.status).toBe(200);
  expect(await membersNow()).toEqual(users.slice(500).toSorted());
  const seen = new Set<string>();
  for (;;) {
    const list = await directory.call('GET', `/Users?startIndex=${seen.size + 1}&count=500`);
    for (const user of list.body.Resources) seen.add(user.id);
    if (seen.size >= list.body.totalResults) break;
    expect(list.body.itemsPerPage).toBeGreaterThan(0);
  }
  expect(seen.size).toBe(users.length);
}, 120_000);
