import { afterAll, expect, test } from 'vitest';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
afterAll(() => host.close());

async function say(
  member: Member,
  documentId: string,
  body: string,
  parentId: string | null = null,
): Promise<string> {
  const answer = await member.call('POST', `/api/v1/documents/${documentId}/comments`, {
    body: { body, parentId },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const waitingFor = async (member: Member) =>
  (await member.call('GET', '/api/v1/waiting')).body.items as unknown as {
    threadId: string;
    reason: string;
    excerpt: string;
  }[];
const reasons = async (member: Member) => (await waitingFor(member)).map(({ reason }) => reason);

test('a comment for the user waits until the user replies, it is resolved, or the document is archived', async () => {
  const project = await makeProject(ada, [
    [bob, 'editor'],
    [eve, 'editor'],
  ]);
  const document = await makeDocument(ada, project.id, 'A letter');
  const thread = await say(bob, document.id, 'Is this\n  the end?');
  expect(await waitingFor(ada)).toMatchObject([
    {
      threadId: thread,
      documentId: document.id,
      title: 'A letter',
      reason: 'comment',
      excerpt: 'Is this the end?',
    },
  ]);
  // Bob wrote the last comment himself, and Eve is not concerned.
  expect([await reasons(bob), await reasons(eve)]).toEqual([[], []]);
  await say(ada, document.id, 'Ask @eve about it', thread);
  expect([await reasons(ada), await reasons(bob), await reasons(eve)]).toEqual([
    [],
    ['answer'],
    ['mention'],
  ]);
  await say(eve, document.id, 'It is.', thread);
  expect([await reasons(ada), await reasons(bob), await reasons(eve)]).toEqual([
    ['answer'],
    ['answer'],
    [],
  ]);
  await ada.call('POST', `/api/v1/documents/${document.id}/archive`);
  expect(await reasons(ada)).toEqual([]);
  await ada.call('POST', `/api/v1/documents/${document.id}/restore`);
  await bob.call('PATCH', `/api/v1/documents/${document.id}/comments/${thread}`, {
    body: { resolved: true },
  });
  expect([await reasons(ada), await reasons(bob)]).toEqual([[], []]);
});

test('a thread stops waiting when the user loses access, and the list is paginated by cursor', async () => {
  const project = await makeProject(ada, [[bob, 'viewer']]);
  const document = await makeDocument(ada, project.id);
  const threads = [];
  for (const word of ['one', 'two', 'three'])
    threads.push(await say(ada, document.id, `${word}, @bob`));
  const first = await bob.call('GET', '/api/v1/waiting?limit=2');
  expect(
    first.body.items.map((item) => (item as unknown as { threadId: string }).threadId),
  ).toEqual([threads[2], threads[1]]);
  const rest = await bob.call('GET', `/api/v1/waiting?limit=2&cursor=${first.body.nextCursor}`);
  expect(rest.body.items).toMatchObject([{ threadId: threads[0], reason: 'mention' }]);
  await ada.call('DELETE', `/api/v1/projects/${project.id}/collaborators/${bob.user.id}`);
  expect(await reasons(bob)).toEqual([]);
});
