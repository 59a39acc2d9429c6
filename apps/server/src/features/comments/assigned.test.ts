import { afterAll, expect, test } from 'vitest';
import type { Comment } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  type Member,
  type TestAnswer,
} from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob] = await host.members('ada', 'bob');
const [cy, eve] = await host.members('cyd', 'eve');
afterAll(() => host.close());

const commentIn = ({ body }: TestAnswer) => body as unknown as Comment;

async function stage(): Promise<string> {
  const project = await makeProject(ada, [
    [bob, 'reviewer'],
    [cy, 'viewer'],
  ]);
  return `/api/v1/documents/${(await makeDocument(ada, project.id)).id}`;
}

const waitingFor = async (member: Member) =>
  (await member.call('GET', '/api/v1/waiting')).body.items as unknown as {
    reason: string;
    dueOn: string | null;
  }[];

test('a thread is assigned to a reader with a due date, is waiting for them, and notifies them', async () => {
  const at = await stage();
  const say = (body: Record<string, unknown>) =>
    ada.call('POST', `${at}/comments`, { body: { body: 'Is this so?', ...body } });
  const made = commentIn(await say({ assigneeId: bob.user.id, dueOn: '2099-12-01' }));
  expect(made).toMatchObject({ assignee: { username: 'bob' }, dueOn: '2099-12-01', reactions: [] });
  expect(await waitingFor(bob)).toMatchObject([{ reason: 'assigned', dueOn: '2099-12-01' }]);
  const notifications = (await bob.call('GET', '/api/v1/notifications')).body.items as unknown as {
    type: string;
  }[];
  expect(notifications.map(({ type }) => type)).toContain('comment.assigned');
  const change = (member: Member, body: Record<string, unknown>) =>
    member.call('PATCH', `${at}/comments/${made.id}`, { body });
  expect(commentIn(await change(bob, { dueOn: null }))).toMatchObject({
    assignee: { username: 'bob' },
    dueOn: null,
  });
  // A reply does not end the assignment, but resolving does.
  await bob.call('POST', `${at}/comments`, { body: { body: 'I shall look.', parentId: made.id } });
  expect(await waitingFor(bob)).toMatchObject([{ reason: 'assigned', dueOn: null }]);
  expect(commentIn(await change(bob, { assigneeId: cy.user.id })).assignee?.username).toBe('cyd');
  expect((await waitingFor(bob)).map(({ reason }) => reason)).toEqual([]);
  expect(commentIn(await change(bob, { assigneeId: null }))).toMatchObject({
    assignee: null,
    dueOn: null,
  });
  await change(ada, { assigneeId: bob.user.id });
  await change(ada, { resolved: true });
  expect(await waitingFor(bob)).toEqual([]);
});

test('refuses an invalid assignment without changes: unknown user, no permission, invalid date, a reply', async () => {
  const at = await stage();
  const say = (body: Record<string, unknown>) =>
    ada.call('POST', `${at}/comments`, { body: { body: 'Is this so?', ...body } });
  const { id } = commentIn(await say({}));
  const change = (member: Member, body: Record<string, unknown>) =>
    member.call('PATCH', `${at}/comments/${id}`, { body });
  const [stranger, nobody] = [
    await change(ada, { assigneeId: eve.user.id }),
    await change(ada, { assigneeId: crypto.randomUUID() }),
  ];
  expect([stranger.status, stranger.body.errors]).toEqual([422, nobody.body.errors]);
  for (const body of [
    { dueOn: '2099-12-01' },
    { assigneeId: bob.user.id, dueOn: '2020-01-01' },
    { assigneeId: bob.user.id, dueOn: '2026-02-30' },
    { assigneeId: 7 },
  ])
    expect((await change(ada, body)).status).toBe(422);
  expect((await change(cy, { assigneeId: cy.user.id })).status).toBe(403);
  expect((await change(eve, { assigneeId: eve.user.id })).status).toBe(404);
  expect((await say({ parentId: id, assigneeId: bob.user.id })).status).toBe(422);
  const [thread] = (await ada.call('GET', `${at}/comments`)).body.items as unknown as Comment[];
  expect(thread).toMatchObject({ assignee: null, dueOn: null });
});

test('stores one reaction per kind and user, removes it on request, and shows none on a deleted comment', async () => {
  const at = await stage();
  const { id } = commentIn(await ada.call('POST', `${at}/comments`, { body: { body: 'Done.' } }));
  const react = (member: Member, method: 'PUT' | 'DELETE', kind: string) =>
    member.call(method, `${at}/comments/${id}/reactions/${kind}`);
  await react(bob, 'PUT', 'heart');
  host.pass(1_000);
  await react(ada, 'PUT', 'heart');
  await react(bob, 'PUT', 'party');
  const twice = commentIn(await react(bob, 'PUT', 'heart'));
  expect(
    twice.reactions.map(({ kind, people }) => [kind, people.map(({ username }) => username)]),
  ).toEqual([
    ['heart', ['bob', 'ada']],
    ['party', ['bob']],
  ]);
  expect(commentIn(await react(bob, 'DELETE', 'party')).reactions).toHaveLength(1);
  expect((await react(bob, 'DELETE', 'party')).status).toBe(200);
  expect((await react(cy, 'PUT', 'heart')).status).toBe(403);
  expect((await react(eve, 'PUT', 'heart')).status).toBe(404);
  expect((await react(ada, 'PUT', 'skull')).status).toBeGreaterThanOrEqual(404);
  await ada.call('POST', `${at}/comments`, { body: { body: 'An answer', parentId: id } });
  await ada.call('DELETE', `${at}/comments/${id}`);
  const [thread] = (await ada.call('GET', `${at}/comments`)).body.items as unknown as Comment[];
  expect(thread).toMatchObject({ reactions: [], assignee: null });
});
