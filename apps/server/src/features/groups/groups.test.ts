import { afterAll, describe, expect, test } from 'vitest';
import type { DocumentCollaborator, Group, GroupAccess } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
// The first user is the administrator.
const [root, ada, bob, eve] = await host.members('root', 'ada', 'bob', 'eve');
afterAll(() => host.close());

let made = 0;

/** Creates a group with these members. */
async function makeGroup(...members: readonly Member[]): Promise<Group> {
  const { body } = await root.call('POST', '/api/v1/groups', {
    body: { name: `Design team ${(made += 1)}` },
  });
  const group = body as unknown as Group;
  for (const { user } of members) await add(group, user.username);
  return group;
}

const add = (group: Group, usernameOrEmail: string, by = root) =>
  by.call('POST', `/api/v1/groups/${group.id}/members`, { body: { usernameOrEmail } });
const remove = (group: Group, { user }: Member) =>
  root.call('DELETE', `/api/v1/groups/${group.id}/members/${user.id}`);
const share = (
  by: Member,
  path: `projects/${string}` | `documents/${string}`,
  group: { id: string },
  role: string,
) => by.call('PUT', `/api/v1/${path}/groups/${group.id}`, { body: { role } });
const groupsOf = async (by: Member, path: string) =>
  ((await by.call('GET', `/api/v1/${path}/groups`)).body.items as unknown as GroupAccess[]).map(
    ({ group, role, through }) => [group.id, role, through],
  );
const statusOf = async (by: Member, path: string) =>
  (await by.call('GET', `/api/v1/${path}`)).status;

describe('a group', () => {
  test('has a name that no other group or user has, also in another spelling', async () => {
    const create = (name: string) => root.call('POST', '/api/v1/groups', { body: { name } });
    const created = await create('Press Office');
    expect(created.status).toBe(201);
    expect((await create('press  office')).body.code).toBe('group_exists');
    expect((await create('Press-Office')).body.code).toBe('group_exists');
    expect((await create('ADA')).body.code).toBe('group_exists');
    expect((await create('!?')).body.code).toBe('invalid');
    const other = (await create('Sales')).body as unknown as Group;
    const rename = (name: string) =>
      root.call('PATCH', `/api/v1/groups/${other.id}`, { body: { name } });
    expect((await rename('Press Office')).body.code).toBe('group_exists');
    expect((await rename('SALES')).body).toMatchObject({ name: 'SALES' });
  });

  test('has members, whom other members can list', async () => {
    const group = await makeGroup(ada);
    expect((await add(group, 'ada')).body.code).toBe('already_member');
    expect((await add(group, 'nobody-here')).body.code).toBe('user_not_found');
    expect((await add(group, 'bob', ada)).status).toBe(403);
    const listed = await ada.call('GET', `/api/v1/groups/${group.id}/members`);
    expect(listed.body.items).toMatchObject([{ user: { username: 'ada' } }]);
    expect(await statusOf(bob, `groups/${group.id}/members`)).toBe(403);
    expect((await remove(group, bob)).status).toBe(404);
    expect((await remove(group, ada)).status).toBe(204);
  });

  test('is found by a part of its name, in pages', async () => {
    for (const name of ['Layout C', 'Layout A', 'Layout B'])
      await root.call('POST', '/api/v1/groups', { body: { name } });
    const page = async (cursor?: string) =>
      (
        await ada.call(
          'GET',
          `/api/v1/groups?q=layout&limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        )
      ).body as unknown as { items: Group[]; nextCursor: string | null };
    const first = await page();
    expect(first.items.map(({ name }) => name)).toEqual(['Layout A', 'Layout B']);
    const rest = await page(first.nextCursor ?? '');
    expect(rest.items.map(({ name }) => name)).toEqual(['Layout C']);
    expect(rest.nextCursor).toBeNull();
  });

  test('that an identity provider maintains is not changed here', async () => {
    const group = await makeGroup(ada);
    await host.db
      .updateTable('groups')
      .set({ managed_by: 'scim', external_id: 'g-1' })
      .where('id', '=', group.id)
      .execute();
    expect((await add(group, 'bob')).body.code).toBe('group_managed');
    expect((await remove(group, ada)).body.code).toBe('group_managed');
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { name: 'Other' } : undefined;
      const answer = await root.call(method, `/api/v1/groups/${group.id}`, { body });
      expect(answer.body.code).toBe('group_managed');
    }
  });
});

describe('a shared project', () => {
  test('is open to the members of the group while they are members, with the role of the group', async () => {
    const [project, group] = [await makeProject(ada), await makeGroup(bob)];
    const document = await makeDocument(ada, project.id, 'Plan');
    expect((await share(ada, `projects/${project.id}`, group, 'reviewer')).status).toBe(200);
    expect(await groupsOf(bob, `projects/${project.id}`)).toEqual([
      [group.id, 'reviewer', 'project'],
    ]);
    expect((await bob.call('GET', `/api/v1/projects/${project.id}`)).body.role).toBe('reviewer');
    const lists = await bob.call('GET', `/api/v1/projects/${project.id}/documents`);
    expect(lists.body.items.map(({ id }) => id)).toEqual([document.id]);
    expect(await statusOf(eve, `documents/${document.id}`)).toBe(404);
    await add(group, 'eve');
    expect(await statusOf(eve, `documents/${document.id}`)).toBe(200);
    expect(host.liveCalls.rightsChanged).toContainEqual({ userIds: [eve.user.id] });
    expect((await share(ada, `projects/${project.id}`, group, 'editor')).status).toBe(200);
    const changed = await bob.call('PATCH', `/api/v1/documents/${document.id}`, {
      body: { title: 'Plans' },
    });
    expect(changed.status).toBe(200);
    await remove(group, eve);
    expect(await statusOf(eve, `documents/${document.id}`)).toBe(404);
    const removed = await ada.call('DELETE', `/api/v1/projects/${project.id}/groups/${group.id}`);
    expect(removed.status).toBe(204);
    expect(await statusOf(bob, `projects/${project.id}`)).toBe(404);
    const types = (await ada.call('GET', `/api/v1/projects/${project.id}/activity`)).body
      .items as unknown as { type: string }[];
    expect(types.map(({ type }) => type).filter((type) => type.startsWith('group.'))).toEqual([
      'group.unshared',
      'group.role_changed',
      'group.shared',
    ]);
  });

  test('gives a user with several roles the highest', async () => {
    const project = await makeProject(ada, [[bob, 'reviewer']]);
    const [low, high] = [await makeGroup(bob), await makeGroup(bob)];
    await share(ada, `projects/${project.id}`, low, 'viewer');
    const role = async () =>
      (await bob.call('GET', `/api/v1/projects/${project.id}`)).body.role as unknown;
    expect(await role()).toBe('reviewer');
    await share(ada, `projects/${project.id}`, high, 'editor');
    expect(await role()).toBe('editor');
    await root.call('DELETE', `/api/v1/groups/${high.id}`);
    expect(await role()).toBe('reviewer');
  });

  test('is shared by owners only, with groups that exist, and never makes a group an owner', async () => {
    const [project, group] = [await makeProject(ada, [[bob, 'editor']]), await makeGroup(eve)];
    const path = `projects/${project.id}` as const;
    expect((await share(bob, path, group, 'viewer')).status).toBe(403);
    expect((await share(eve, path, group, 'viewer')).status).toBe(404);
    expect((await share(ada, path, group, 'owner')).status).toBe(422);
    const missing = { id: crypto.randomUUID() };
    expect((await share(ada, path, missing, 'viewer')).body.code).toBe('group_not_found');
    expect((await ada.call('DELETE', `/api/v1/${path}/groups/${group.id}`)).status).toBe(404);
  });
});

describe('a shared document', () => {
  test('is open to the members of the group, who are its collaborators', async () => {
    const document = await makeDocument(ada, null, 'Letter');
    const group = await makeGroup(bob, eve);
    expect((await share(ada, `documents/${document.id}`, group, 'editor')).status).toBe(200);
    const { items } = (await bob.call('GET', `/api/v1/documents/${document.id}/collaborators`))
      .body;
    expect(
      (items as unknown as DocumentCollaborator[]).map(({ user, role, through }) => [
        user.username,
        role,
        through,
      ]),
    ).toEqual([
      ['ada', 'owner', 'document'],
      ['bob', 'editor', 'group'],
      ['eve', 'editor', 'group'],
    ]);
    const path = `/api/v1/documents/${document.id}/collaborators/${bob.user.id}`;
    expect((await ada.call('DELETE', path)).body.code).toBe('through_group');
    expect(await groupsOf(ada, `documents/${document.id}`)).toEqual([
      [group.id, 'editor', 'document'],
    ]);
    await ada.call('DELETE', `/api/v1/documents/${document.id}/groups/${group.id}`);
    expect(await statusOf(bob, `documents/${document.id}`)).toBe(404);
  });

  test('lists the groups of its project, which are changed there', async () => {
    const [project, group] = [await makeProject(ada), await makeGroup(bob)];
    const document = await makeDocument(ada, project.id);
    await share(ada, `projects/${project.id}`, group, 'viewer');
    const path = `documents/${document.id}` as const;
    expect(await groupsOf(bob, path)).toEqual([[group.id, 'viewer', 'project']]);
    expect((await ada.call('DELETE', `/api/v1/${path}/groups/${group.id}`)).status).toBe(404);
    await share(ada, path, group, 'editor');
    expect(await groupsOf(bob, path)).toEqual([[group.id, 'editor', 'document']]);
  });
});

describe('a mention', () => {
  const comment = async (by: Member, documentId: string, body: string) =>
    (
      (await by.call('POST', `/api/v1/documents/${documentId}/comments`, {
        body: { body, anchor: null },
      })) as unknown as { body: { mentions?: { username: string }[]; comments?: unknown } }
    ).body;

  test('of a group in a comment notifies its members, if the group has a role in the document', async () => {
    const document = await makeDocument(ada, null, 'Letter');
    const [inside, outside] = [await makeGroup(bob), await makeGroup(eve)];
    await share(ada, `documents/${document.id}`, inside, 'viewer');
    const handle = ({ name }: Group) => `@${name.toLowerCase().replaceAll(' ', '-')}`;
    await comment(ada, document.id, `${handle(inside)} and ${handle(outside)}, please read`);
    const kinds = async ({ user }: Member) =>
      (
        await host.db
          .selectFrom('notifications')
          .select('kind')
          .where('user_id', '=', user.id)
          .where('document_id', '=', document.id)
          .execute()
      ).map(({ kind }) => kind);
    expect(await kinds(bob)).toContain('mention');
    expect(await kinds(eve)).toEqual([]);
  });
});

test('a deleted account leaves its groups', async () => {
  const [zoe] = await host.members('zoe');
  const group = await makeGroup(zoe);
  const removed = await zoe.call('DELETE', '/api/v1/user', {
    body: { currentPassword: 'correct horse battery' },
  });
  expect(removed.status).toBe(204);
  const { items } = (await root.call('GET', `/api/v1/groups/${group.id}/members`)).body;
  expect(items).toEqual([]);
});
