import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeDocument,
  makeProject,
  openTestApp,
  type Member,
  type TestApp,
} from '../../app.testing.ts';

let host: TestApp;
let ada: Member;
let bob: Member;
beforeAll(async () => {
  host = await openTestApp();
  [ada, bob] = [await host.member('ada'), await host.member('bob')];
});
afterAll(() => host.close());

describe('a project', () => {
  test('is made by its first owner, with its name trimmed', async () => {
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
      documentCount: 0,
      finishedCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      archivedAt: null,
      deletedAt: null,
    });
    expect((await ada.call('GET', `/api/v1/projects/${answer.body.id}`)).body).toEqual(answer.body);
  });

  test('counts its active documents, and shows each person their role', async () => {
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

  test('is renamed and described by an owner; what is not named stays', async () => {
    const project = await makeProject(ada);
    host.pass(1_000);
    const answer = await ada.call('PATCH', `/api/v1/projects/${project.id}`, {
      body: { description: 'New' },
    });
    expect(answer.body).toMatchObject({ name: 'Letters', description: 'New' });
    expect(answer.body.updatedAt > project.updatedAt).toBe(true);
    expect((await ada.call('PATCH', `/api/v1/projects/${project.id}`, { body: {} })).body).toEqual(
      answer.body,
    );
  });

  test('that is archived can only be read, and is in no list of active ones', async () => {
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

  test('in the trash is there for its owners alone, and its documents for nobody', async () => {
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
  test('comes in pages, last changed first, each project once, even where many changed in one millisecond', async () => {
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

  test('holds what microseconds tell apart', async () => {
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
  ])('refuses ?%s', async (query) => {
    const answer = await ada.call('GET', `/api/v1/projects?${query}`);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, query.split('=')[0]]);
  });
});
