import { afterAll, describe, expect, test } from 'vitest';
import type { Document } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob] = await host.members('ada', 'bob');
afterAll(() => host.close());

async function list(member: Member, url: string): Promise<Document[]> {
  const answer = await member.call('GET', url);
  expect(answer.status).toBe(200);
  return answer.body.items;
}

describe('a document', () => {
  test('without a project is a draft that only its author owns and sees', async () => {
    const document = await makeDocument(ada, null, 'Notes');
    expect(document).toMatchObject({
      projectId: null,
      title: 'Notes',
      status: 'draft',
      role: 'owner',
      createdBy: ada.user.id,
    });
    expect((await bob.call('GET', `/api/v1/documents/${document.id}`)).status).toBe(404);
    expect((await list(bob, '/api/v1/documents')).map(({ id }) => id)).not.toContain(document.id);
  });

  test('can be created without a title, and then has an empty title', async () => {
    const answer = await ada.call('POST', '/api/v1/documents', { body: {} });
    expect([answer.status, answer.body.title]).toEqual([201, '']);
  });

  test('in a project belongs to the project: its author has only the rights of their role', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const document = await makeDocument(bob, project.id);
    expect(document.role).toBe('editor');
    await ada.call('DELETE', `/api/v1/projects/${project.id}/collaborators/${bob.user.id}`);
    expect((await bob.call('GET', `/api/v1/documents/${document.id}`)).status).toBe(404);
  });

  test('cannot be created in a missing or inaccessible project, or with an invalid project id', async () => {
    const project = await makeProject(ada);
    for (const projectId of [project.id, '0192f0c1-7a00-7000-8000-0123456789ab', 'nonsense']) {
      const answer = await bob.call('POST', '/api/v1/documents', { body: { projectId } });
      expect([projectId, answer.status]).toEqual([projectId, 404]);
    }
    expect((await bob.call('POST', '/api/v1/documents', { body: { projectId: 7 } })).status).toBe(
      422,
    );
  });

  test('returns its text in the requested format', async () => {
    const document = await makeDocument(ada, null);
    const url = `/api/v1/documents/${document.id}`;
    expect((await ada.call('GET', url)).body).not.toHaveProperty('content');
    expect((await ada.call('GET', `${url}?format=text`)).body.content).toBe('');
    expect((await ada.call('GET', `${url}?format=json`)).body.content).toEqual({
      type: 'doc',
      content: [{ type: 'paragraph' }],
    });
    expect((await ada.call('GET', `${url}?format=smoke`)).status).toBe(422);
    expect(
      (await ada.call('GET', url.toUpperCase().replace('/API/V1/DOCUMENTS', '/api/v1/documents')))
        .body.id,
    ).toBe(document.id);
  });

  test('in the trash can be read but not renamed', async () => {
    const document = await makeDocument(ada, null);
    await host.db
      .updateTable('documents')
      .set({ deleted_at: new Date() })
      .where('id', '=', document.id)
      .execute();
    expect((await ada.call('GET', `/api/v1/documents/${document.id}`)).body.deletedAt).not.toBe(
      null,
    );
    expect(
      (await ada.call('PATCH', `/api/v1/documents/${document.id}`, { body: { title: 'X' } }))
        .status,
    ).toBe(409);
  });
});

describe('a title', () => {
  test('is set by the last write, and every title is kept', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const document = await makeDocument(ada, project.id, 'First');
    host.pass(1);
    const url = `/api/v1/documents/${document.id}`;
    const answers = await Promise.all([
      ada.call('PATCH', url, { body: { title: 'Of Ada' } }),
      bob.call('PATCH', url, { body: { title: 'Of Bob' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await host.db
      .selectFrom('document_titles')
      .select('title')
      .where('document_id', '=', document.id)
      .execute();
    expect(rows.map(({ title }) => title).toSorted()).toEqual(['First', 'Of Ada', 'Of Bob']);
  });

  test('that is unchanged causes no change', async () => {
    const document = await makeDocument(ada, null, 'Same');
    const before = document.updatedAt;
    host.pass(1_000);
    const answer = await ada.call('PATCH', `/api/v1/documents/${document.id}`, {
      body: { title: 'Same' },
    });
    expect(answer.body.updatedAt).toBe(before);
  });

  test.each([
    ['a line break', 'a\nb'],
    ['more than 500 characters', '🪶'.repeat(501)],
    ['a NUL character', 'a\u0000'],
    ['a lone surrogate', '\ud83e'],
  ])('an invalid title is refused: %s', async (_what, title) => {
    const document = await makeDocument(ada, null);
    const answer = await ada.call('PATCH', `/api/v1/documents/${document.id}`, { body: { title } });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'title']);
  });

  test('may have 500 characters outside the basic multilingual plane', async () => {
    const title = '🪶'.repeat(500);
    expect((await makeDocument(ada, null, title)).title).toBe(title);
  });
});

describe('the list of documents', () => {
  test('is sorted by the latest edit, drafts and project documents together', async () => {
    const eve = await host.member('eve');
    const project = await makeProject(ada, [[eve, 'viewer']]);
    const draft = await makeDocument(eve, null, 'Draft');
    host.pass(10);
    const shared = await makeDocument(ada, project.id, 'Shared');
    host.pass(10);
    expect((await list(eve, '/api/v1/documents')).map(({ id }) => id)).toEqual([
      shared.id,
      draft.id,
    ]);
    await eve.call('PATCH', `/api/v1/documents/${draft.id}`, { body: { title: 'Draft 2' } });
    expect((await list(eve, '/api/v1/documents')).map(({ id }) => id)).toEqual([
      draft.id,
      shared.id,
    ]);
    expect(
      (await list(eve, `/api/v1/documents?projectId=${project.id}`)).map(({ role }) => role),
    ).toEqual(['viewer']);
    expect((await bob.call('GET', `/api/v1/documents?projectId=${project.id}`)).status).toBe(404);
    expect(await list(eve, '/api/v1/documents?status=approved')).toEqual([]);
  });

  test('is searched by title, with wildcard characters taken literally', async () => {
    const fay = await host.member('fay');
    for (const title of ['100% sure', '100 times', 'a_b', 'axb', 'back\\slash'])
      await makeDocument(fay, null, title);
    const found = async (q: string) =>
      (await list(fay, `/api/v1/documents?q=${encodeURIComponent(q)}`))
        .map(({ title }) => title)
        .toSorted();
    expect(await found('100%')).toEqual(['100% sure']);
    expect(await found('A_B')).toEqual(['a_b']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found('')).toHaveLength(5);
    expect((await fay.call('GET', '/api/v1/documents?q=%00')).status).toBe(422);
  });

  test('is sorted by title regardless of case and accents, untitled last, in pages without gaps or duplicates', async () => {
    const gil = await host.member('gil');
    const titles = [
      'zebra',
      'Éclair',
      'apple',
      '',
      'Echo',
      'Apple',
      'eclipse',
      'ﬁn',
      '😀'.repeat(250),
    ];
    for (const title of titles) await makeDocument(gil, null, title);
    const sorted: string[] = [];
    for (let cursor = ''; ;) {
      const query = `sort=title&limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = (await gil.call('GET', `/api/v1/documents?${query}`)).body as {
        items: Document[];
        nextCursor: string | null;
      };
      sorted.push(...page.items.map(({ title }) => title));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(sorted.map((title) => title.toLowerCase())).toEqual([
      'apple',
      'apple',
      'echo',
      'éclair',
      'eclipse',
      'ﬁn',
      'zebra',
      '😀'.repeat(250),
      '',
    ]);
    expect((await list(gil, '/api/v1/documents?sort=edited')).map(({ title }) => title)).toEqual(
      titles.toReversed(),
    );
    expect((await gil.call('GET', '/api/v1/documents?sort=words')).status).toBe(422);
  });

  test("of a project follows the project's order, with new documents last, also if created concurrently", async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const first = await makeDocument(ada, project.id, 'First');
    await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        makeDocument(at % 2 ? ada : bob, project.id, `Document ${at}`),
      ),
    );
    const all = await list(ada, `/api/v1/projects/${project.id}/documents`);
    expect(new Set(all.map(({ position }) => position)).size).toBe(10);
    expect(all.map(({ position }) => position)).toEqual(
      all.map(({ position }) => position).toSorted(),
    );
    expect(all[0]?.id).toBe(first.id);
    const page = await ada.call('GET', `/api/v1/projects/${project.id}/documents?limit=4`);
    const rest = await list(
      ada,
      `/api/v1/projects/${project.id}/documents?cursor=${page.body.nextCursor}`,
    );
    expect([...page.body.items, ...rest]).toEqual(all);
  });
});
