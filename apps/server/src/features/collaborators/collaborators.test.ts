import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '@longhand/contract';
import { makeProject, openTestApp, type Member, type TestApp } from '../../app.testing.ts';

let host: TestApp;
let ada: Member;
let bob: Member;
let eve: Member;
beforeAll(async () => {
  host = await openTestApp();
  [ada, bob, eve] = [await host.member('ada'), await host.member('bob'), await host.member('eve')];
});
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

describe('sharing', () => {
  test('finds a person by user name or address, shows of them what others may see, and tells the live channel', async () => {
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
    expect(host.told.rightsChanged.at(-1)).toEqual({ userId: bob.user.id, projectId: project.id });
    const byEmail = await ada.call('POST', people(project.id), {
      body: { usernameOrEmail: 'Eve@example.org', role: 'viewer' },
    });
    expect(byEmail.body.user).not.toHaveProperty('email');
    expect(await rolesIn(project.id)).toEqual({ ada: 'owner', bob: 'editor', eve: 'viewer' });
  });

  test('with nobody, or with somebody twice, is refused', async () => {
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

  test('is for owners alone, and rights come before whether anybody is there', async () => {
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

  test('is paged in the order in which people came', async () => {
    const project = await makeProject(ada, [
      [bob, 'viewer'],
      [eve, 'viewer'],
    ]);
    const first = await ada.call('GET', `${people(project.id)}?limit=2`);
    const rest = await ada.call(
      'GET',
      `${people(project.id)}?limit=2&cursor=${first.body.nextCursor}`,
    );
    const names = [...first.body.items, ...rest.body.items].map((item) => item.user.username);
    expect(names.toSorted()).toEqual(['ada', 'bob', 'eve']);
    expect(rest.body.nextCursor).toBe(null);
  });
});

describe('a role', () => {
  test('is changed by an owner, and acts on the next call', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const create = () => bob.call('POST', `/api/v1/projects/${project.id}/documents`, { body: {} });
    expect((await create()).status).toBe(403);
    const changed = await ada.call('PATCH', people(project.id, bob.user.id), {
      body: { role: 'editor' },
    });
    expect([changed.status, changed.body.role]).toEqual([200, 'editor']);
    expect((await create()).status).toBe(201);
    expect(host.told.rightsChanged.at(-1)).toEqual({ userId: bob.user.id, projectId: project.id });
  });

  test('of somebody who is not there is not found', async () => {
    const project = await makeProject(ada);
    const told = host.told.rightsChanged.length;
    for (const userId of [bob.user.id, 'nonsense']) {
      expect(
        (await ada.call('PATCH', people(project.id, userId), { body: { role: 'viewer' } })).status,
      ).toBe(404);
      expect((await ada.call('DELETE', people(project.id, userId))).status).toBe(404);
    }
    expect(host.told.rightsChanged).toHaveLength(told);
  });
});

describe('leaving', () => {
  test('anyone may, and is then nobody there', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    expect((await bob.call('DELETE', people(project.id, bob.user.id))).status).toBe(204);
    expect((await bob.call('GET', `/api/v1/projects/${project.id}`)).status).toBe(404);
    expect(host.told.rightsChanged.at(-1)).toEqual({ userId: bob.user.id, projectId: project.id });
  });

  test('the last owner may not, nor become less', async () => {
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

  test('an owner who leaves hands the project to one who stays', async () => {
    const project = await makeProject(ada, [[bob, 'owner']]);
    expect((await ada.call('DELETE', people(project.id, ada.user.id))).status).toBe(204);
    expect((await bob.call('GET', `/api/v1/projects/${project.id}`)).body.ownerId).toBe(
      bob.user.id,
    );
  });

  test('two owners at once: one goes, one stays', async () => {
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

  test('two owners who take the right from each other at once: one is left, as owner', async () => {
    const project = await makeProject(ada, [[bob, 'owner']]);
    const answers = await Promise.all([
      ada.call('PATCH', people(project.id, bob.user.id), { body: { role: 'viewer' } }),
      bob.call('PATCH', people(project.id, ada.user.id), { body: { role: 'viewer' } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });
});
