import { afterAll, expect, test } from 'vitest';
import type { AccessAfterMove, Document } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob, eve, kim] = await host.members('ada', 'bob', 'eve', 'kim');
afterAll(() => host.close());

const at = (document: { id: string }, more = '') => `/api/v1/documents/${document.id}${more}`;

const share = (document: { id: string }, who: Member, role: string) =>
  ada.call('POST', at(document, '/collaborators'), {
    body: { usernameOrEmail: who.user.username, role },
  });

const makeInside = async (parent: { id: string }): Promise<Document> =>
  (await ada.call('POST', '/api/v1/documents', { body: { parentId: parent.id } }))
    .body as unknown as Document;

type Target = { projectId?: string | null; parentId?: string | null };

const ask = async (documents: readonly { id: string }[], target: Target, as = ada) =>
  (await as.call('POST', '/api/v1/documents/access-after-move', {
    body: { documentIds: documents.map(({ id }) => id), ...target },
  })) as unknown as { status: number; body: AccessAfterMove };

/** The answer as one line, such as `eve: viewer → none`. */
const told = ({ users }: AccessAfterMove) =>
  users
    .map(({ user, before, after }) => `${user.username}: ${before ?? 'none'} → ${after ?? 'none'}`)
    .join(', ');

/** The roles in a document without guests, by username. */
async function rolesIn(document: { id: string }): Promise<Map<string, string>> {
  const { body } = await ada.call('GET', at(document, '/collaborators'));
  const items = body.items as unknown as {
    user: { username: string };
    role: string;
    through: string;
  }[];
  return new Map(
    items
      .filter(({ through }) => through !== 'link')
      .map(({ user, role }) => [user.username, role]),
  );
}

/** Moves a document, and expects of the question before it what the move changes. */
async function moveAndCompare(document: { id: string }, target: Target): Promise<string> {
  const before = await rolesIn(document);
  const { status, body } = await ask([document], target);
  expect(status).toBe(200);
  expect((await ada.call('PATCH', at(document), { body: target })).status).toBe(200);
  const after = await rolesIn(document);
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? 'none'} → ${after.get(name) ?? 'none'}`);
  expect(told(body).split(', ').filter(Boolean).toSorted()).toEqual(changed.toSorted());
  expect(body.count).toBe(changed.length);
  return told(body);
}

test('names the users whose role changes, exactly as the move then changes it', async () => {
  const project = await makeProject(ada, [[kim, 'viewer']]);
  const [open, shared] = [
    await makeDocument(ada, project.id),
    await makeDocument(ada, project.id, 'Shared'),
  ];
  const branch = await makeInside(open);
  await share(branch, eve, 'viewer');
  const link = await ada.call('POST', at(branch, '/guest-links'), { body: { role: 'editor' } });
  const { token } = link.body as unknown as { token: string };
  await host.visitor().call('POST', '/api/v1/guest-links/enter', { body: { token, name: 'Gus' } });
  await share(shared, bob, 'reviewer');
  await share(shared, eve, 'editor');
  await share(shared, kim, 'editor');
  expect(await moveAndCompare(branch, { parentId: shared.id })).toBe(
    'bob: none → reviewer, eve: viewer → editor, kim: viewer → editor',
  );
  expect(await moveAndCompare(branch, { parentId: open.id })).toBe(
    'bob: reviewer → none, eve: editor → viewer, kim: editor → viewer',
  );
  expect(await moveAndCompare(branch, { parentId: null })).toBe('');
  const other = await makeProject(ada, [[bob, 'editor']]);
  expect(await moveAndCompare(branch, { projectId: other.id })).toBe(
    'kim: viewer → none, bob: none → editor',
  );
  expect(await moveAndCompare(branch, { projectId: null })).toBe('bob: editor → none');
});

test('names members of groups, and no disabled users', async () => {
  const [zoe, max] = await host.members('zoe', 'max');
  // The first user is an administrator.
  const { body } = await ada.call('POST', '/api/v1/groups', { body: { name: 'Readers' } });
  const { id } = body as unknown as { id: string };
  for (const { user } of [zoe, max])
    await ada.call('POST', `/api/v1/groups/${id}/members`, {
      body: { usernameOrEmail: user.username },
    });
  const [parent, document] = [await makeDocument(ada, null), await makeDocument(ada, null)];
  await ada.call('PUT', at(parent, `/groups/${id}`), { body: { role: 'viewer' } });
  expect(told((await ask([document], { parentId: parent.id })).body)).toBe(
    'max: none → viewer, zoe: none → viewer',
  );
  await host.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', max.user.id)
    .execute();
  expect(told((await ask([document], { parentId: parent.id })).body)).toBe('zoe: none → viewer');
});

test('counts what moves along once, and leaves out what stays', async () => {
  const [from, to] = [await makeProject(ada, [[kim, 'viewer']]), await makeProject(ada)];
  const a = await makeDocument(ada, from.id);
  const b = await makeInside(a);
  await makeInside(b);
  const there = await makeDocument(ada, to.id);
  const { body } = await ask([a, b, there], { projectId: to.id });
  expect(body).toMatchObject({ inside: 2, count: 1 });
  expect(told(body)).toBe('kim: viewer → none');
  expect((await ask([there], { projectId: to.id })).body).toEqual({
    inside: 0,
    count: 0,
    users: [],
  });
  expect((await ask([a], {})).body.count).toBe(0);
});

test('is refused where the move is', async () => {
  const project = await makeProject(ada, [[bob, 'viewer']]);
  const document = await makeDocument(ada, project.id);
  const hers = await makeDocument(eve, null);
  expect((await ask([document], { parentId: null }, bob)).status).toBe(403);
  expect((await ask([document], { parentId: null }, eve)).status).toBe(404);
  expect((await ask([document], { parentId: hers.id })).status).toBe(404);
  const foreign = await makeProject(bob);
  expect((await ask([document], { projectId: foreign.id })).status).toBe(404);
});
