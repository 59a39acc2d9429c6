import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Thread } from '@longhand/contract';
import { makeDocument, type Member, type TestApp } from '../../app.testing.ts';
import { anchorOf, comment, listThreads, openCommentsApp, path, say } from './comments.testing.ts';

let host: TestApp;
let ada: Member;
let ben: Member;
let vera: Member;
let projectId: string;
beforeAll(async () => {
  ({ host, ada, ben, vera, projectId } = await openCommentsApp());
});
afterAll(() => host.close());

const newDocument = async (): Promise<string> => (await makeDocument(ada, projectId)).id;
const threads = (documentId: string, query = ''): Promise<Thread[]> =>
  listThreads(vera, documentId, query);

async function types(documentId: string): Promise<string[]> {
  const query = host.db
    .selectFrom('activities')
    .select('type')
    .where('document_id', '=', documentId);
  const rows = await query.where('type', 'like', 'comment.%').orderBy('id').execute();
  return rows.map(({ type }) => type);
}

describe('a comment', () => {
  test('starts a thread, receives replies, and is listed with its replies for every reader', async () => {
    const documentId = await newDocument();
    const anchor = anchorOf();
    const first = await say(ben, documentId, ' Is this so? ', { anchor });
    expect(first).toMatchObject({
      documentId,
      threadId: first.id,
      parentId: null,
      anchor,
      body: 'Is this so?',
    });
    expect(first).toMatchObject({
      editedAt: null,
      resolvedAt: null,
      resolvedBy: null,
      deletedAt: null,
      mentions: [],
    });
    expect(first.author).toEqual({
      id: ben.user.id,
      username: 'ben',
      name: ben.user.name,
      avatarColor: ben.user.avatarColor,
    });
    const answer = await say(ada, documentId, 'It is.', { parentId: first.id });
    const deeper = await say(ben, documentId, 'Good.', { parentId: answer.id });
    expect([answer.threadId, deeper.threadId, deeper.parentId, deeper.anchor]).toEqual([
      first.id,
      first.id,
      answer.id,
      null,
    ]);
    const other = await say(ada, documentId, 'Another one');
    const listed = await threads(documentId);
    expect(listed.map(({ id, replies }) => [id, replies.map((reply) => reply.body)])).toEqual([
      [first.id, ['It is.', 'Good.']],
      [other.id, []],
    ]);
    expect(await types(documentId)).toEqual([
      'comment.created',
      'comment.replied',
      'comment.replied',
      'comment.created',
    ]);
    expect(listed.map(({ version }) => version)).toEqual([3, 1]);
    const one = await ada.call('GET', `${path(documentId)}/${first.id}`);
    expect(one.body).toEqual(listed[0]);
  });

  test('can be about a suggestion, which its thread names until the comment is deleted', async () => {
    const documentId = await newDocument();
    const suggestionId = '0123456789abcdef01234567';
    const first = await say(ben, documentId, 'Better so?', { suggestionId });
    expect(first).toMatchObject({ suggestionId, anchor: null });
    const answer = await say(ada, documentId, 'Yes.', { parentId: first.id });
    expect(answer.suggestionId).toBeNull();
    expect((await threads(documentId)).map((thread) => thread.suggestionId)).toEqual([
      suggestionId,
    ]);
    const refused = async (body: object): Promise<unknown> =>
      (await ben.call('POST', path(documentId), { body: { body: 'x', ...body } })).status;
    expect(await refused({ suggestionId, parentId: first.id })).toBe(422);
    expect(await refused({ suggestionId, anchor: anchorOf() })).toBe(422);
    expect(await refused({ suggestionId: '' })).toBe(422);
    expect(await refused({ suggestionId: 'x'.repeat(65) })).toBe(422);
    expect(await refused({ suggestionId: 7 })).toBe(422);
    expect((await ben.call('DELETE', path(documentId, first.id))).status).toBe(204);
    expect((await threads(documentId))[0]).toMatchObject({
      id: first.id,
      suggestionId: null,
      body: '',
    });
  });

  test('is listed in pages of threads', async () => {
    const documentId = await newDocument();
    for (let i = 0; i < 5; i += 1) await say(ada, documentId, `thread ${i}`);
    const first = await vera.call('GET', `${path(documentId)}?limit=3`);
    const rest = await vera.call(
      'GET',
      `${path(documentId)}?limit=3&cursor=${first.body.nextCursor}`,
    );
    const bodies = [...first.body.items, ...rest.body.items].map(
      (item) => (item as unknown as Thread).body,
    );
    expect(bodies).toEqual([0, 1, 2, 3, 4].map((i) => `thread ${i}`));
    expect(rest.body.nextCursor).toBeNull();
    expect((await vera.call('GET', `${path(documentId)}?cursor=nonsense`)).status).toBe(422);
  });

  test('can be edited only by its author', async () => {
    const documentId = await newDocument();
    const { id } = await say(ben, documentId, 'A tpyo');
    expect(
      (await ada.call('PATCH', path(documentId, id), { body: { body: 'mine' } })).body.code,
    ).toBe('not_allowed');
    const same = await ben.call('PATCH', path(documentId, id), { body: { body: 'A tpyo' } });
    expect(comment(same).editedAt).toBeNull();
    const edited = comment(
      await ben.call('PATCH', path(documentId, id), { body: { body: 'A typo' } }),
    );
    expect(edited.body).toBe('A typo');
    expect(edited.editedAt).not.toBeNull();
    expect((await ben.call('PATCH', path(documentId, id), { body: {} })).status).toBe(200);
  });

  test('mentions only users who can read the document', async () => {
    const documentId = await newDocument();
    const { id, mentions } = await say(
      ben,
      documentId,
      '@vera, @ADA. and @eve: look. @nobody @vera',
    );
    expect(mentions.map(({ username }) => username).sort()).toEqual(['ada', 'vera']);
    const edited = comment(
      await ben.call('PATCH', path(documentId, id), { body: { body: 'only @ada' } }),
    );
    expect(edited.mentions.map(({ username }) => username)).toEqual(['ada']);
    expect((await threads(documentId))[0]?.mentions.map(({ username }) => username)).toEqual([
      'ada',
    ]);
  });

  test('is resolved and reopened with its thread, by reviewers and above and by the author of the thread', async () => {
    const documentId = await newDocument();
    const first = await say(ben, documentId, 'Is this so?');
    const answer = await say(ada, documentId, 'It is.', { parentId: first.id });
    const resolve = (who: Member, resolved: boolean) =>
      who.call('PATCH', path(documentId, answer.id), { body: { resolved } });
    expect((await resolve(vera, true)).status).toBe(403);
    expect(comment(await resolve(ada, true))).toMatchObject({
      id: answer.id,
      resolvedBy: { username: 'ada' },
    });
    expect(comment(await resolve(ada, true)).resolvedAt).not.toBeNull();
    expect((await threads(documentId, '?resolved=true')).map(({ id }) => id)).toEqual([first.id]);
    expect(await threads(documentId, '?resolved=false')).toEqual([]);
    await ada.call('PATCH', `/api/v1/projects/${projectId}/collaborators/${ben.user.id}`, {
      body: { role: 'viewer' },
    });
    expect(comment(await resolve(ben, false)).resolvedAt).toBeNull();
    expect(
      (await ben.call('PATCH', path(documentId, first.id), { body: { body: 'later' } })).status,
    ).toBe(403);
    await ada.call('PATCH', `/api/v1/projects/${projectId}/collaborators/${ben.user.id}`, {
      body: { role: 'reviewer' },
    });
    const after = await types(documentId);
    expect(after.slice(2)).toEqual(['comment.resolved', 'comment.reopened']);
  });

  test('is deleted by its author or an owner, and leaves a placeholder until its last reply is deleted', async () => {
    const documentId = await newDocument();
    const first = await say(ben, documentId, 'secret @ada', { anchor: anchorOf() });
    const answer = await say(ada, documentId, 'It is.', { parentId: first.id });
    const remove = (who: Member, id: string) => who.call('DELETE', path(documentId, id));
    expect((await remove(vera, first.id)).status).toBe(403);
    expect((await remove(ben, answer.id)).status).toBe(403);
    expect((await remove(ben, first.id)).status).toBe(204);
    const [left] = await threads(documentId);
    expect(left).toMatchObject({
      id: first.id,
      body: '',
      anchor: null,
      mentions: [],
      replies: [{ body: 'It is.' }],
    });
    expect(left?.deletedAt).not.toBeNull();
    expect((await remove(ben, first.id)).status).toBe(404);
    expect(
      (await ben.call('PATCH', path(documentId, first.id), { body: { body: 'back' } })).status,
    ).toBe(404);
    const late = await ben.call('POST', path(documentId), {
      body: { body: 'late', parentId: first.id },
    });
    expect(late.status).toBe(404);
    expect((await remove(ada, answer.id)).status).toBe(204);
    expect(await threads(documentId)).toEqual([]);
    const gone = await say(ben, documentId, 'by an owner');
    expect((await remove(ada, gone.id)).status).toBe(204);
  });
});

test('concurrent changes leave a consistent state: a reply during a deletion, a thread resolved twice', async () => {
  const documentId = await newDocument();
  const first = await say(ben, documentId, 'first');
  const [removed, answered] = await Promise.all([
    ben.call('DELETE', path(documentId, first.id)),
    ada.call('POST', path(documentId), { body: { body: 'answer', parentId: first.id } }),
  ]);
  expect(removed.status).toBe(204);
  expect([201, 404]).toContain(answered.status);
  expect(await threads(documentId)).toHaveLength(answered.status === 201 ? 1 : 0);
  const second = await say(ben, documentId, 'second');
  await Promise.all(
    [ada, ben].map((who) =>
      who.call('PATCH', path(documentId, second.id), { body: { resolved: true } }),
    ),
  );
  expect((await types(documentId)).filter((type) => type === 'comment.resolved')).toHaveLength(1);
});

test('lists long threads in as many pages as their size requires', async () => {
  const documentId = await newDocument();
  const begun = [];
  for (let count = 0; count < 3; count += 1)
    begun.push(await say(ben, documentId, `Thread ${count}`));
  const rows = begun.flatMap(({ id: threadId }) =>
    Array.from({ length: 120 }, () => ({
      id: crypto.randomUUID(),
      document_id: documentId,
      thread_id: threadId,
      parent_id: threadId,
      body: 'x'.repeat(10_000),
      author_id: ben.user.id,
      created_at: new Date(),
    })),
  );
  for (let at = 0; at < rows.length; at += 60)
    await host.db
      .insertInto('comments')
      .values(rows.slice(at, at + 60))
      .execute();
  const seen: [string, number][][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await vera.call('GET', `${path(documentId)}?cursor=${cursor}`);
    seen.push((body.items as unknown as Thread[]).map(({ id, replies }) => [id, replies.length]));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(begun.map(({ id }) => [[id, 120]]));
});
