import { afterAll, describe, expect, test } from 'vitest';
import type { Activity, DocumentCollaborator, SharedWork } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
afterAll(() => host.close());

const people = (document: { id: string }, userId?: string) =>
  `/api/v1/documents/${document.id}/collaborators${userId ? `/${userId}` : ''}`;
const share = (by: Member, document: { id: string }, usernameOrEmail: string, role: string) =>
  by.call('POST', people(document), { body: { usernameOrEmail, role } });
const roles = async (by: Member, document: { id: string }) =>
  ((await by.call('GET', people(document))).body.items as unknown as DocumentCollaborator[]).map(
    ({ user, role, through }) => [user.username, role, through],
  );

describe('a single document', () => {
  test('names the collaborators that can be asked for a review', async () => {
    const document = await makeDocument(ada, null, 'Draft');
    const [cleo] = await host.members('cleo');
    await share(ada, document, 'bob', 'reviewer');
    await share(ada, document, 'eve', 'viewer');
    await share(ada, document, 'cleo', 'editor');
    await host.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', cleo.user.id)
      .execute();
    const { items } = (await ada.call('GET', people(document))).body;
    expect(
      (items as unknown as DocumentCollaborator[]).map(({ user, canReview }) => [
        user.username,
        canReview,
      ]),
    ).toEqual([
      ['ada', true],
      ['bob', true],
      ['eve', false],
      ['cleo', false],
    ]);
  });

  test('is shared by its owner with a role, which can be changed and removed', async () => {
    const document = await makeDocument(ada, null, 'Draft');
    expect((await share(ada, document, 'bob', 'reviewer')).body).toMatchObject({
      role: 'reviewer',
      through: 'document',
    });
    expect((await bob.call('GET', `/api/v1/documents/${document.id}`)).body.role).toBe('reviewer');
    expect((await bob.call('GET', '/api/v1/documents')).body.items.map(({ id }) => id)).toContain(
      document.id,
    );
    expect(
      (await bob.call('PATCH', `/api/v1/documents/${document.id}`, { body: { title: 'X' } }))
        .status,
    ).toBe(403);
    expect((await share(bob, document, 'eve', 'viewer')).status).toBe(403);
    expect((await share(ada, document, 'bob', 'editor')).body.code).toBe('already_collaborator');
    expect((await share(ada, document, 'nobody', 'editor')).body.code).toBe('user_not_found');
    await ada.call('PATCH', people(document, bob.user.id), { body: { role: 'editor' } });
    expect(
      (await bob.call('PATCH', `/api/v1/documents/${document.id}`, { body: { title: 'X' } }))
        .status,
    ).toBe(200);
    expect(await roles(bob, document)).toEqual([
      ['ada', 'owner', 'document'],
      ['bob', 'editor', 'document'],
    ]);
    expect((await ada.call('DELETE', people(document, bob.user.id))).status).toBe(204);
    expect((await bob.call('GET', `/api/v1/documents/${document.id}`)).status).toBe(404);
    expect(host.liveCalls.rightsChanged).toContainEqual({
      userId: bob.user.id,
      documentId: document.id,
    });
    // Entries contain the title of the document at that time.
    const activities = (await ada.call('GET', `/api/v1/documents/${document.id}/activity`)).body
      .items as unknown as Activity[];
    expect(
      activities
        .filter(({ type }) => type.startsWith('member.'))
        .map(({ type, data }) => [type, 'title' in data ? data.title : null]),
    ).toEqual([
      ['member.removed', 'X'],
      ['member.role_changed', 'Draft'],
      ['member.added', 'Draft'],
    ]);
  });

  test('in a project: the higher of two roles applies, and each role is changed where it was assigned', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const [document, other] = [
      await makeDocument(ada, project.id),
      await makeDocument(ada, project.id),
    ];
    expect((await share(ada, document, 'bob', 'viewer')).body.code).toBe('already_collaborator');
    expect((await share(ada, document, 'bob', 'editor')).status).toBe(201);
    expect((await bob.call('GET', `/api/v1/documents/${document.id}`)).body.role).toBe('editor');
    expect((await bob.call('GET', `/api/v1/documents/${other.id}`)).body.role).toBe('viewer');
    expect((await share(ada, document, 'eve', 'viewer')).status).toBe(201);
    expect((await eve.call('GET', `/api/v1/documents/${other.id}`)).status).toBe(404);
    expect((await eve.call('GET', `/api/v1/projects/${project.id}`)).status).toBe(404);
    expect(await roles(eve, document)).toEqual([
      ['ada', 'owner', 'project'],
      ['bob', 'editor', 'document'],
      ['eve', 'viewer', 'document'],
    ]);
    expect(
      (await ada.call('PATCH', people(document, ada.user.id), { body: { role: 'viewer' } })).body
        .code,
    ).toBe('through_project');
    expect((await ada.call('DELETE', people(other, bob.user.id))).body.code).toBe(
      'through_project',
    );
  });

  test('can be left by a collaborator, but not by its owner', async () => {
    const document = await makeDocument(ada, null);
    await share(ada, document, 'eve', 'viewer');
    expect((await eve.call('DELETE', people(document, eve.user.id))).status).toBe(204);
    expect((await ada.call('DELETE', people(document, ada.user.id))).body.code).toBe('last_owner');
  });

  test('can be handed over to a collaborator, who becomes an owner', async () => {
    const document = await makeDocument(ada, null);
    const hand = (userId: string) =>
      ada.call('POST', `/api/v1/documents/${document.id}/owner`, { body: { userId } });
    expect((await hand(bob.user.id)).body.code).toBe('user_not_found');
    await share(ada, document, 'bob', 'viewer');
    expect((await hand(bob.user.id)).status).toBe(200);
    expect(await roles(bob, document)).toEqual([
      ['ada', 'owner', 'document'],
      ['bob', 'owner', 'document'],
    ]);
    expect((await bob.call('DELETE', people(document, ada.user.id))).status).toBe(204);
    expect((await ada.call('GET', `/api/v1/documents/${document.id}`)).status).toBe(404);
  });
});

describe('the list of users with shared work', () => {
  test('contains their shared projects and documents, and nothing that the user cannot see', async () => {
    const [kim, lou] = await host.members('kim', 'lou');
    const shared = await makeProject(kim, [[lou, 'viewer']], 'Shared');
    await makeProject(kim, [], 'Secret');
    const document = await makeDocument(lou, null, 'Together');
    await share(lou, document, 'kim', 'editor');
    const work = (await lou.call('GET', '/api/v1/collaborators')).body
      .items as unknown as SharedWork[];
    expect(work).toEqual([
      {
        user: expect.objectContaining({ username: 'kim' }),
        projects: [{ id: shared.id, name: 'Shared', role: 'owner' }],
        documents: [{ id: document.id, title: 'Together', role: 'editor' }],
      },
    ]);
    expect(JSON.stringify(work)).not.toContain('@');
    const alone = await host.member('alone');
    expect((await alone.call('GET', '/api/v1/collaborators')).body.items).toEqual([]);
  });
});

test('a user who is removed during concurrent writes cannot write any more', async () => {
  const project = await makeProject(ada, [[bob, 'editor']]);
  const document = await makeDocument(ada, project.id, 'Before');
  let isOut = false;
  const late: number[] = [];
  const writer = async (hand: number) => {
    for (let count = 0; count < 40; count += 1) {
      const begunAfter = isOut;
      const body = { title: `Hand ${hand}, ${count}` };
      const { status } = await bob.call('PATCH', `/api/v1/documents/${document.id}`, { body });
      if (begunAfter) late.push(status);
      expect([200, 404]).toContain(status);
    }
  };
  const writing = Promise.all([0, 1, 2, 3, 4].map(writer));
  expect(
    (await ada.call('DELETE', `/api/v1/projects/${project.id}/collaborators/${bob.user.id}`))
      .status,
  ).toBe(204);
  isOut = true;
  await writing;
  expect(late.length).toBeGreaterThan(0);
  expect(new Set(late)).toEqual(new Set([404]));
});
