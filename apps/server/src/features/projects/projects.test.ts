import { afterAll, describe, expect, test } from 'vitest';
import { makeDocument, makeProject, openTestApp } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob] = await host.members('ada', 'bob');
afterAll(() => host.close());

describe('a project', () => {
  test('is created with its creator as owner and its name trimmed', async () => {
    const answer = await ada.call('POST', '/api/v1/projects', {
      body: { name: ' Letters ', description: 'To Babbage' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: 'Letters',
      description: 'To Babbage',
      ownerId: ada.user.id,
      role: 'owner',
      rights: { change: true, rename: true, share: true, archive: true, delete: false },
      ownerCount: 1,
      exportsAllowed: true,
      documentCount: 0,
      finishedCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      archivedAt: null,
      deletedAt: null,
    });
    expect((await ada.call('GET', `/api/v1/projects/${answer.body.id}`)).body).toEqual(answer.body);
  });

  test('counts its active documents, and shows each user their own role', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    await makeDocument(ada, project.id);
    const gone = await makeDocument(ada, project.id);
    await host.db
      .updateTable('documents')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.id)
      .execute();
    expect((await bob.call('GET', `/api/v1/projects/${project.id}`)).body).toMatchObject({
      documentCount: 1,
      role: 'viewer',
    });
  });

  test('is renamed and described only by owners; fields that are not given keep their values', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const change = (body: object, by = ada) =>
      by.call('PATCH', `/api/v1/projects/${project.id}`, { body });
    host.pass(1_000);
    const described = await change({ description: 'New' });
    expect(described.body).toMatchObject({ name: 'Letters', description: 'New' });
    expect(described.body.updatedAt > project.updatedAt).toBe(true);
    const renamed = await change({ name: ' Notes ' });
    expect(renamed.body).toMatchObject({ name: 'Notes', description: 'New' });
    for (const body of [{ name: 'His' }, { description: 'His' }])
      expect((await change(body, bob)).body.code).toBe('not_allowed');
    host.pass(1_000);
    expect((await change({})).body).toEqual(renamed.body);
  });

  test('is read-only and left out of the default lists while it is archived', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const document = await makeDocument(ada, project.id);
    await host.db
      .updateTable('projects')
      .set({ archived_at: new Date() })
      .where('id', '=', project.id)
      .execute();
    const url = `/api/v1/projects/${project.id}`;
    expect((await ada.call('GET', url)).body.archivedAt).not.toBe(null);
    expect((await ada.call('PATCH', url, { body: { name: 'X' } })).body.code).toBe('archived');
    expect((await ada.call('POST', `${url}/documents`, { body: {} })).body.code).toBe('archived');
    expect(
      (await ada.call('PATCH', `/api/v1/documents/${document.id}`, { body: { title: 'X' } })).body
        .code,
    ).toBe('archived');
    expect((await bob.call('PATCH', url, { body: { name: 'X' } })).body.code).toBe('not_allowed');
    const lists = await Promise.all(
      ['projects', 'documents'].map((list) => ada.call('GET', `/api/v1/${list}?limit=100`)),
    );
    const listed = lists.flatMap(({ body }) => body.items.map((item: { id: string }) => item.id));
    expect(listed).not.toContain(project.id);
    expect(listed).not.toContain(document.id);
    expect((await ada.call('DELETE', `${url}/collaborators/${bob.user.id}`)).status).toBe(204);
  });

  test('is visible only to its owners in the trash, and its documents to no user', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const document = await makeDocument(ada, project.id);
    await host.db
      .updateTable('projects')
      .set({ deleted_at: new Date() })
      .where('id', '=', project.id)
      .execute();
    expect((await ada.call('GET', `/api/v1/projects/${project.id}`)).body.deletedAt).not.toBe(null);
    expect((await bob.call('GET', `/api/v1/projects/${project.id}`)).status).toBe(404);
    const lists = await Promise.all(
      ['projects', 'documents'].map((list) => ada.call('GET', `/api/v1/${list}?limit=100`)),
    );
    const listed = lists.flatMap(({ body }) => body.items.map((item: { id: string }) => item.id));
    expect(listed).not.toContain(project.id);
    expect(listed).not.toContain(document.id);
    expect((await ada.call('GET', `/api/v1/documents/${document.id}`)).status).toBe(404);
  });
});

describe('the list of projects', () => {
  test('is paginated by last change, newest first, with each project once even with equal timestamps', async () => {
    const eve = await host.member('eve');
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      if (count % 3 === 0) host.pass(5);
      made.push((await makeProject(eve, [], `Project ${count}`)).id);
    }
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const { body } = await eve.call(
        'GET',
        `/api/v1/projects?limit=2&cursor=${next}&_=${Date.now()}`,
      );
      expect(body.items.length).toBeLessThanOrEqual(2);
      seen.push(...body.items.map((item: { id: string }) => item.id));
      next = body.nextCursor;
    }
    expect(seen).toEqual(made.toReversed());
  });

  test('orders projects whose times differ by microseconds', async () => {
    const fay = await host.member('fay');
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await makeProject(fay)).id);
    for (const [at, id] of ids.entries()) {
      await host.db
        .updateTable('projects')
        .set({ updated_at: `2026-01-01T00:00:00.00000${at}Z` as never })
        .where('id', '=', id)
        .execute();
    }
    const first = await fay.call('GET', '/api/v1/projects?limit=1');
    const second = await fay.call(
      'GET',
      `/api/v1/projects?limit=1&cursor=${first.body.nextCursor}`,
    );
    expect([first, second].map(({ body }) => body.items[0]?.id)).toEqual([ids[2], ids[1]]);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'cursor=x',
    'cursor=W10',
  ])('refuses the invalid query ?%s', async (query) => {
    const answer = await ada.call('GET', `/api/v1/projects?${query}`);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, query.split('=')[0]]);
  });
});
