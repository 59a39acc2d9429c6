import { afterAll, describe, expect, test } from 'vitest';
import type { Document } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';
import { idsIn } from './lists.testing.ts';

const host = await openTestApp();
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
afterAll(() => host.close());

const at = (document: { id: string }, more = '') => `/api/v1/documents/${document.id}${more}`;

describe('moving a document', () => {
  test('between projects keeps the document and changes its readers', async () => {
    const [from, to] = [
      await makeProject(ada, [[bob, 'viewer']], 'From'),
      await makeProject(ada, [[eve, 'viewer']], 'To'),
    ];
    const document = await makeDocument(ada, from.id, 'Wanderer');
    const moved = await ada.call('PATCH', at(document), { body: { projectId: to.id } });
    expect(moved.body).toMatchObject({ id: document.id, projectId: to.id, title: 'Wanderer' });
    expect((await bob.call('GET', at(document))).status).toBe(404);
    expect((await eve.call('GET', at(document))).status).toBe(200);
  });

  test('out of a project is refused for an editor, except for documents that the editor created', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const hers = await makeDocument(ada, project.id);
    const his = await makeDocument(bob, project.id);
    expect((await bob.call('PATCH', at(hers), { body: { projectId: null } })).status).toBe(403);
    expect((await bob.call('PATCH', at(his), { body: { projectId: null } })).body.projectId).toBe(
      null,
    );
    expect((await ada.call('GET', at(his))).status).toBe(404);
    const other = await makeProject(bob);
    expect((await bob.call('PATCH', at(hers), { body: { projectId: other.id } })).status).toBe(403);
    const batch = { documentIds: [hers.id], action: 'move', projectId: other.id };
    expect((await bob.call('POST', '/api/v1/documents/batch', { body: batch })).status).toBe(403);
    // The same applies to an owner of the document without ownership of its project.
    const guest = { usernameOrEmail: 'eve', role: 'owner' };
    expect((await ada.call('POST', at(hers, '/collaborators'), { body: guest })).status).toBe(201);
    expect((await eve.call('PATCH', at(hers), { body: { projectId: null } })).status).toBe(403);
    expect((await ada.call('GET', at(hers))).body).toMatchObject({
      projectId: project.id,
      role: 'owner',
    });
    expect((await ada.call('PATCH', at(his), { body: { projectId: project.id } })).status).toBe(
      404,
    );
  });

  test('requires the right to create documents in the target project', async () => {
    const [mine, others] = [await makeProject(ada), await makeProject(bob, [[ada, 'reviewer']])];
    const document = await makeDocument(ada, mine.id);
    expect((await ada.call('PATCH', at(document), { body: { projectId: others.id } })).status).toBe(
      403,
    );
    const strange = await makeProject(eve);
    expect(
      (await ada.call('PATCH', at(document), { body: { projectId: strange.id } })).status,
    ).toBe(404);
    expect((await ada.call('GET', at(document))).body.projectId).toBe(mine.id);
  });
});

describe('the order of documents in a project', () => {
  async function stage() {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const documents: Document[] = [];
    for (const title of ['a', 'b', 'c', 'd'])
      documents.push(await makeDocument(ada, project.id, title));
    const ids = documents.map(({ id }) => id);
    const put = (member: Member, documentIds: unknown) =>
      member.call('PUT', `/api/v1/projects/${project.id}/documents/reorder`, {
        body: { documentIds },
      });
    return { project, ids, put, now: () => idsIn(ada, `projects/${project.id}/documents`) };
  }

  test('is stored as requested, with new documents last', async () => {
    const { project, ids, put, now } = await stage();
    const answer = await put(bob, ids.toReversed());
    expect([answer.status, answer.body.items.map(({ id }) => id)]).toEqual([200, ids.toReversed()]);
    expect(await now()).toEqual(ids.toReversed());
    const late = await makeDocument(ada, project.id, 'e');
    expect(await now()).toEqual([...ids.toReversed(), late.id]);
  });

  test('keeps every document when users change the order and add a document concurrently', async () => {
    const { project, ids, put, now } = await stage();
    const answers = await Promise.all([
      put(ada, ids.toReversed()),
      makeDocument(bob, project.id, 'new'),
      put(bob, [ids[1], ids[0], ids[2], ids[3]]),
      put(ada, [ids[3], ids[0], ids[2], ids[1]]),
    ]);
    for (const answer of answers) if ('body' in answer) expect([200, 409]).toContain(answer.status);
    const after = await now();
    expect(after).toHaveLength(5);
    expect(new Set(after)).toEqual(new Set([...ids, answers[1].id]));
  });

  test.each([
    ['a document is missing', (ids: string[]) => ids.slice(1), 409],
    ['a document is listed twice', (ids: string[]) => [...ids.slice(1), ids[1]], 409],
    [
      'a document is unknown',
      (ids: string[]) => [...ids.slice(1), '0192f0c1-7a00-7000-8000-0123456789ab'],
      409,
    ],
    ['the list is empty', () => [], 409],
    ['a string instead of a list', () => 'abc', 422],
    ['a number in the list', () => [7], 422],
  ])('is unchanged by a refused request: %s', async (_what, wrong, status) => {
    const { ids, put, now } = await stage();
    expect((await put(ada, wrong(ids))).status).toBe(status);
    expect(await now()).toEqual(ids);
  });

  test('does not include archived documents', async () => {
    const { ids, put, now } = await stage();
    await ada.call('POST', `/api/v1/documents/${ids[0]}/archive`);
    expect((await put(ada, ids)).body.code).toBe('order_differs');
    expect((await put(ada, [ids[3], ids[2], ids[1]])).status).toBe(200);
    expect(await now()).toEqual([ids[3], ids[2], ids[1]]);
  });
});
