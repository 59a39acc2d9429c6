import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '@longhand/contract';
import { makeProject, openTestApp } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
afterAll(() => host.close());

function people(projectId: string, userId?: string): string {
  return `/api/v1/projects/${projectId}/collaborators${userId === undefined ? '' : `/${userId}`}`;
}

async function rolesIn(projectId: string): Promise<Record<string, Role>> {
  const { body } = await ada.call('GET', people(projectId));
  return Object.fromEntries(
    body.items.map((item: { user: { username: string }; role: Role }) => [
      item.user.username,
      item.role,
    ]),
  );
}

describe('sharing a project', () => {
  test('finds a user by username or address, returns only public data, and notifies the live channel', async () => {
    const project = await makeProject(ada);
    const added = await ada.call('POST', people(project.id), {
      body: { usernameOrEmail: 'BOB', role: 'editor' },
    });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      user: {
        id: bob.user.id,
        username: 'bob',
        name: bob.user.name,
        avatarColor: bob.user.avatarColor,
      },
      role: 'editor',
      addedAt: expect.any(String),
      addressUnconfirmed: false,
    });
    expect(host.liveCalls.rightsChanged.at(-1)).toEqual({
      userId: bob.user.id,
      projectId: project.id,
    });
    const byEmail = await ada.call('POST', people(project.id), {
      body: { usernameOrEmail: 'Eve@example.org', role: 'viewer' },
    });
    expect(byEmail.body.user).not.toHaveProperty('email');
    expect(await rolesIn(project.id)).toEqual({ ada: 'owner', bob: 'editor', eve: 'viewer' });
  });

  test('with an unknown user, or with an existing collaborator, is refused', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const nobody = await ada.call('POST', people(project.id), {
      body: { usernameOrEmail: 'nobody', role: 'viewer' },
    });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'user_not_found']);
    const twice = await ada.call('POST', people(project.id), {
      body: { usernameOrEmail: 'bob', role: 'owner' },
    });
    expect([twice.status, twice.body.code]).toEqual([409, 'already_collaborator']);
    expect((await rolesIn(project.id))['bob']).toBe('viewer');
  });

  test('is allowed only for owners, and the role is checked before the other user is looked up', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const answer = await bob.call('POST', people(project.id), {
      body: { usernameOrEmail: 'nobody', role: 'viewer' },
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed']);
    expect(
      (await bob.call('PATCH', people(project.id, bob.user.id), { body: { role: 'owner' } }))
        .status,
    ).toBe(403);
    expect((await bob.call('DELETE', people(project.id, ada.user.id))).status).toBe(403);
  });

  test('lists the collaborators in pages, in the order in which they were added', async () => {
    const project = await makeProject(ada);
    // Not in the order of the ids.
    for (const { user } of [eve, bob]) {
      host.pass(1);
      await ada.call('POST', people(project.id), {
        body: { usernameOrEmail: user.username, role: 'viewer' },
      });
    }
    const first = await ada.call('GET', `${people(project.id)}?limit=2`);
    const rest = await ada.call(
      'GET',
      `${people(project.id)}?limit=2&cursor=${first.body.nextCursor}`,
    );
    const names = [...first.body.items, ...rest.body.items].map((item) => item.user.username);
    expect(names).toEqual(['ada', 'eve', 'bob']);
    expect(rest.body.nextCursor).toBe(null);
  });
});

describe('a role', () => {
  test('is changed by an owner, with effect on the next call', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const create = () => bob.call('POST', `/api/v1/projects/${project.id}/documents`, { body: {} });
    expect((await create()).status).toBe(403);
    const changed = await ada.call('PATCH', people(project.id, bob.user.id), {
      body: { role: 'editor' },
    });
    expect([changed.status, changed.body.role]).toEqual([200, 'editor']);
    expect((await create()).status).toBe(201);
    expect(host.liveCalls.rightsChanged.at(-1)).toEqual({
      userId: bob.user.id,
      projectId: project.id,
    });
  });

  test('of a user who is not a collaborator cannot be changed or removed: 404 and no event', async () => {
    const project = await makeProject(ada);
    const before = host.liveCalls.rightsChanged.length;
    for (const userId of [bob.user.id, 'nonsense']) {
      expect(
        (await ada.call('PATCH', people(project.id, userId), { body: { role: 'viewer' } })).status,
      ).toBe(404);
      expect((await ada.call('DELETE', people(project.id, userId))).status).toBe(404);
    }
    expect(host.liveCalls.rightsChanged).toHaveLength(before);
  });
});

test('a project counts its owners', async () => {
  const project = await makeProject(ada, [[bob, 'viewer']]);
  const count = async () =>
    (await ada.call('GET', `/api/v1/projects/${project.id}`)).body.ownerCount;
  const setRole = (role: Role) =>
    ada.call('PATCH', people(project.id, bob.user.id), { body: { role } });
  expect(await count()).toBe(1);
  await setRole('owner');
  expect(await count()).toBe(2);
  await setRole('editor');
  expect(await count()).toBe(1);
});

describe('leaving a project', () => {
  test('is allowed for every collaborator, and ends their access', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    expect((await bob.call('DELETE', people(project.id, bob.user.id))).status).toBe(204);
    expect((await bob.call('GET', `/api/v1/projects/${project.id}`)).status).toBe(404);
    expect(host.liveCalls.rightsChanged.at(-1)).toEqual({
      userId: bob.user.id,
      projectId: project.id,
    });
  });

  test('is refused for the last owner, and so is a lower role', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const left = await ada.call('DELETE', people(project.id, ada.user.id));
    expect([left.status, left.body.code]).toEqual([409, 'last_owner']);
    const less = await ada.call('PATCH', people(project.id, ada.user.id), {
      body: { role: 'editor' },
    });
    expect([less.status, less.body.code]).toEqual([409, 'last_owner']);
    expect(
      (await ada.call('PATCH', people(project.id, ada.user.id), { body: { role: 'owner' } }))
        .status,
    ).toBe(200);
  });

  test('passes the project to a remaining owner if an owner leaves', async () => {
    const project = await makeProject(ada, [[bob, 'owner']]);
    expect((await ada.call('DELETE', people(project.id, ada.user.id))).status).toBe(204);
    expect((await bob.call('GET', `/api/v1/projects/${project.id}`)).body.ownerId).toBe(
      bob.user.id,
    );
  });

  test('is allowed for only one of two owners who leave or lower their role concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const project = await makeProject(ada, [[bob, 'owner']]);
      const answers = await Promise.all([
        ada.call('DELETE', people(project.id, ada.user.id)),
        bob.call('PATCH', people(project.id, bob.user.id), { body: { role: 'viewer' } }),
      ]);
      const [gone, less] = answers.map(({ status }) => status);
      expect([
        [204, 409],
        [409, 200],
      ]).toContainEqual([gone, less]);
      const owners = await host.db
        .selectFrom('project_members')
        .select('user_id')
        .where('project_id', '=', project.id)
        .where('role', '=', 'owner')
        .execute();
      expect(owners).toHaveLength(1);
    }
  });

  test('only one of two owners who demote each other concurrently succeeds, and remains the owner', async () => {
    const project = await makeProject(ada, [[bob, 'owner']]);
    const answers = await Promise.all([
      ada.call('PATCH', people(project.id, bob.user.id), { body: { role: 'viewer' } }),
      bob.call('PATCH', people(project.id, ada.user.id), { body: { role: 'viewer' } }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 403]);
    expect(await rolesIn(project.id)).toEqual(
      statuses[0] === 200 ? { ada: 'owner', bob: 'viewer' } : { ada: 'viewer', bob: 'owner' },
    );
  });
});
