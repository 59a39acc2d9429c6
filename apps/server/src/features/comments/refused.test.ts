import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Thread } from '@longhand/contract';
import { makeDocument, type Member, type TestApp } from '../../app.testing.ts';
import { anchorOf, listThreads, openCommentsApp, path, say } from './comments.testing.ts';

let host: TestApp;
let ada: Member;
let ben: Member;
let vera: Member;
let eve: Member;
let projectId: string;
beforeAll(async () => {
  ({ host, ada, ben, vera, eve, projectId } = await openCommentsApp());
});
afterAll(() => host.close());

const newDocument = async (): Promise<string> => (await makeDocument(ada, projectId)).id;
const threads = (documentId: string, query = ''): Promise<Thread[]> =>
  listThreads(vera, documentId, query);

describe('validation of comments', () => {
  test.each([
    ['no body', {}],
    ['a blank body', { body: '   ' }],
    ['10,001 characters', { body: '🪶'.repeat(10_001) }],
    ['a number as its body', { body: 7 }],
    ['an unknown field', { body: 'x', authorId: 'me' }],
    [
      'a quote of more than 2,000 characters',
      { body: 'x', anchor: { ...anchorOf('q'.repeat(2_001)) } },
    ],
    ['a place that is not base64', { body: 'x', anchor: { ...anchorOf(), from: 'not base64!' } }],
    ['an invalid place', { body: 'x', anchor: { ...anchorOf(), to: 'AAAA' } }],
    ['an empty place', { body: 'x', anchor: { ...anchorOf(), to: '' } }],
    ['an incomplete anchor', { body: 'x', anchor: { quote: 'x' } }],
  ])('refuses a comment with %s', async (_what, body) => {
    const documentId = await newDocument();
    expect((await ben.call('POST', path(documentId), { body })).status).toBe(422);
    expect(await threads(documentId)).toEqual([]);
  });

  test('refuses a reply with its own anchor, to a comment of another document, or to no comment', async () => {
    const [documentId, other] = [await newDocument(), await newDocument()];
    const [here, there] = [await say(ben, documentId, 'here'), await say(ben, other, 'there')];
    const answer = (body: object) =>
      ben.call('POST', path(documentId), { body: { body: 'x', ...body } });
    expect((await answer({ parentId: here.id, anchor: anchorOf() })).status).toBe(422);
    expect((await answer({ parentId: there.id })).status).toBe(404);
    expect((await answer({ parentId: documentId })).status).toBe(404);
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await ben.call(method, path(documentId, there.id), method === 'PATCH' ? { body: {} } : {}))
          .status,
      ).toBe(404);
  });

  test('accepts ten thousand characters of four bytes', async () => {
    const documentId = await newDocument();
    expect((await say(ben, documentId, '🪶'.repeat(10_000))).body).toHaveLength(20_000);
  });

  test('refuses viewers with 403, other users with 404 and archived documents with 409, checking roles first', async () => {
    const documentId = await newDocument();
    const { id } = await say(ben, documentId, 'x');
    const status = async (who: Member) =>
      (await who.call('POST', path(documentId), { body: { body: 'x' } })).status;
    expect([
      await status(vera),
      await status(eve),
      (await eve.call('GET', path(documentId))).status,
    ]).toEqual([403, 404, 404]);
    await host.db
      .updateTable('documents')
      .set({ archived_at: new Date() })
      .where('id', '=', documentId)
      .execute();
    expect([await status(vera), await status(ben)]).toEqual([403, 409]);
    expect((await ben.call('PATCH', path(documentId, id), { body: { body: 'y' } })).status).toBe(
      409,
    );
    expect(
      (await ben.call('PATCH', path(documentId, id), { body: { resolved: true } })).status,
    ).toBe(409);
    expect((await ben.call('DELETE', path(documentId, id))).status).toBe(409);
    expect((await vera.call('DELETE', path(documentId, id))).status).toBe(403);
    expect(await threads(documentId)).toHaveLength(1);
  });

  test('refuses a reply to a full thread with thread_full', async () => {
    const documentId = await newDocument();
    const first = await say(ben, documentId, 'first');
    const row = {
      document_id: documentId,
      thread_id: first.id,
      parent_id: first.id,
      author_id: ben.user.id,
      body: 'x',
    };
    const rows = Array.from({ length: 499 }, () => ({
      ...row,
      id: crypto.randomUUID(),
      created_at: new Date(),
    }));
    await host.db.insertInto('comments').values(rows).execute();
    const answer = await ben.call('POST', path(documentId), {
      body: { body: 'one more', parentId: first.id },
    });
    expect(answer.body.code).toBe('thread_full');
  });
});
