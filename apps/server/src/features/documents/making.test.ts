import { afterAll, describe, expect, test } from 'vitest';
import type { Template } from '@longhand/contract';
import { jsonOfText } from '@longhand/document';
import { fillPlaceholders } from './placeholders.ts';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob] = await host.members('ada', 'bob');
afterAll(() => host.close());

const at = (document: { id: string }, more = '') => `/api/v1/documents/${document.id}${more}`;
const textOf = async (member: Member, document: { id: string }) =>
  (await member.call('GET', at(document, '?format=text'))).body.content as string;

async function templates(member: Member): Promise<Template[]> {
  return (await member.call('GET', '/api/v1/templates?limit=100')).body
    .items as unknown as Template[];
}

const unknown = '0192f0c1-7a00-7000-8000-0123456789ab';

describe('templates', () => {
  test('at least eight are built in, each with a name, a description, a text and placeholders', async () => {
    const builtIn = (await templates(ada)).filter(({ kind }) => kind === 'built_in');
    expect(builtIn.length).toBeGreaterThanOrEqual(8);
    for (const template of builtIn) {
      expect(template).toMatchObject({
        name: expect.stringMatching(/./),
        description: expect.stringMatching(/./),
      });
      expect(template.excerpt.length).toBeGreaterThan(20);
      expect(template.placeholders.length).toBeGreaterThan(0);
    }
  });

  test('are listed in pages, the built-in ones first, each template once', async () => {
    const own = await makeDocument(ada, null, 'A first template');
    await ada.call('POST', at(own, '/template'));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await ada.call('GET', `/api/v1/templates?limit=4&cursor=${cursor}`);
      expect(body.items.length).toBeLessThanOrEqual(4);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    const all = await templates(ada);
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(seen).toContain(own.id);
    const kinds = all.map(({ kind }) => kind);
    expect(kinds.indexOf('document')).toBeGreaterThan(kinds.lastIndexOf('built_in'));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('a document created from a template has its text, with the placeholders filled in', async () => {
    const [template] = await templates(ada);
    const placeholders = { meeting: 'Monday round', people: 'Ada & <Bob>', nobody: 'x' };
    const body = { templateId: template?.id, placeholders };
    const made = await ada.call('POST', '/api/v1/documents', { body });
    expect([made.status, made.body.title]).toEqual([201, 'Monday round, {{date}}']);
    const text = await textOf(ada, made.body);
    expect(text).toContain('Ada & <Bob>');
    expect(text).not.toContain('{{people}}');
    expect(
      (await ada.call('POST', '/api/v1/documents', { body: { ...body, title: 'Own' } })).body.title,
    ).toBe('Own');
  });

  test('a document saved as a template is available only to users who can read it', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const [source] = await templates(ada);
    const body = { templateId: source?.id, title: 'Our {{thing}}' };
    const own = (await ada.call('POST', `/api/v1/projects/${project.id}/documents`, { body })).body;
    expect((await bob.call('POST', at(own, '/template'))).status).toBe(403);
    expect((await ada.call('POST', at(own, '/template'))).body.isTemplate).toBe(true);
    const listed = (await templates(bob)).find(({ id }) => id === own.id);
    expect(listed).toMatchObject({
      kind: 'document',
      name: 'Our {{thing}}',
      placeholders: expect.arrayContaining(['thing']),
    });
    const used = await bob.call('POST', '/api/v1/documents', {
      body: { templateId: own.id, placeholders: { thing: 'letter' } },
    });
    expect([used.body.title, used.body.isTemplate, used.body.projectId]).toEqual([
      'Our letter',
      false,
      null,
    ]);
    expect(await textOf(bob, used.body)).toBe(await textOf(ada, own));

    const stranger = await host.member('stranger');
    expect((await templates(stranger)).map(({ id }) => id)).not.toContain(own.id);
    expect(
      (await stranger.call('POST', '/api/v1/documents', { body: { templateId: own.id } })).status,
    ).toBe(404);
    await ada.call('DELETE', at(own, '/template'));
    expect(
      (await bob.call('POST', '/api/v1/documents', { body: { templateId: own.id } })).status,
    ).toBe(404);
  });

  test('filling placeholders is refused with too_large if the text would become too large', async () => {
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: '{{a}}'.repeat(2_000) }] }],
    };
    expect(() => fillPlaceholders({ title: '', content }, { a: 'x'.repeat(1_000) })).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    );
    const filled = fillPlaceholders({ title: '{{a}}', content }, { a: 'four' });
    expect([filled.title, JSON.stringify(filled.content).length]).toEqual([
      'four',
      JSON.stringify(content).length - 2_000,
    ]);
  });

  test('long templates are listed in as many pages as their size requires', async () => {
    const una = await host.member('una');
    const [source] = (await templates(una)).toSorted(
      (a, b) => b.placeholders.length - a.placeholders.length,
    );
    const from = async (template: { id: string; placeholders: string[] }, text: string) => {
      const placeholders = Object.fromEntries(template.placeholders.map((name) => [name, text]));
      const { body } = await una.call('POST', '/api/v1/documents', {
        body: { templateId: template.id, placeholders },
      });
      await una.call('POST', at(body, '/template'));
      return body.id;
    };
    const middle = await from(source ?? { id: '', placeholders: [] }, '{{a}} '.repeat(100));
    const made = [middle];
    for (let count = 0; count < 6; count += 1)
      made.push(await from({ id: middle, placeholders: ['a'] }, 'x'.repeat(900)));
    const pages: string[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await una.call('GET', `/api/v1/templates?limit=100&cursor=${cursor}`);
      pages.push(body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(pages.length).toBe(2);
    expect(
      pages
        .flat()
        .filter((id) => made.includes(id))
        .toSorted(),
    ).toEqual(made.toSorted());
  });

  test.each([
    ['an unknown template id', { templateId: unknown }, 404],
    ['a malformed template id', { templateId: 'nonsense' }, 404],
    ['a number as a placeholder', { placeholders: { a: 1 } }, 422],
    [
      '51 placeholders',
      { placeholders: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`p${n}`, 'x'])) },
      422,
    ],
    ['a NUL character in a placeholder', { placeholders: { a: 'x\u0000' } }, 422],
  ])('refuses a request with %s, and creates no document', async (_what, body, status) => {
    const count = async () =>
      (await ada.call('GET', '/api/v1/documents?limit=100')).body.items.length;
    const before = await count();
    expect((await ada.call('POST', '/api/v1/documents', { body })).status).toBe(status);
    expect(await count()).toBe(before);
  });
});

describe('a duplicate', () => {
  test('has the same text, belongs to the user who created it, and changes independently', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const [template] = await templates(ada);
    const body = { templateId: template?.id, title: 'Original' };
    const original = (await ada.call('POST', `/api/v1/projects/${project.id}/documents`, { body }))
      .body;
    const copy = await ada.call('POST', at(original, '/duplicate'));
    expect(copy.body).toMatchObject({
      title: 'Original (copy)',
      projectId: project.id,
      status: 'draft',
    });
    expect(await textOf(ada, copy.body)).toBe(await textOf(ada, original));
    expect((await bob.call('POST', at(original, '/duplicate'))).status).toBe(403);
    const own = await bob.call('POST', at(original, '/duplicate'), {
      body: { projectId: null, title: 'Mine' },
    });
    expect(own.body).toMatchObject({
      title: 'Mine',
      projectId: null,
      role: 'owner',
      createdBy: bob.user.id,
    });
    expect((await ada.call('GET', at(own.body))).status).toBe(404);
    const before = await textOf(ada, original);
    const write = (document: { id: string }, text: string) =>
      host.live.edit(document.id, {
        by: { userId: ada.user.id, sessionId: null },
        how: 'api',
        content: jsonOfText(text),
      });
    await write(copy.body, 'Only in the copy.');
    expect([await textOf(ada, copy.body), await textOf(ada, original)]).toEqual([
      'Only in the copy.',
      before,
    ]);
    await write(original, 'Only in the original.');
    expect([await textOf(ada, copy.body), await textOf(ada, original)]).toEqual([
      'Only in the copy.',
      'Only in the original.',
    ]);
  });

  test('of a version has its text, is allowed for readers, and is refused for versions of other documents', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const [template] = await templates(ada);
    const original = (
      await ada.call('POST', '/api/v1/documents', {
        body: { templateId: template?.id, projectId: project.id },
      })
    ).body;
    const kept = (await ada.call('POST', at(original, '/versions'), { body: {} })).body;
    const text = await textOf(ada, original);
    const other = await makeDocument(ada, project.id, 'Another');
    const empty = (await ada.call('POST', at(other, '/versions'), { body: {} })).body;
    // The current document differs: it is empty.
    const { state } = await host.db
      .selectFrom('document_versions')
      .select('state')
      .where('id', '=', empty.id)
      .executeTakeFirstOrThrow();
    const now = {
      id: crypto.randomUUID(),
      document_id: original.id,
      number: 2,
      name: null,
      kind: 'auto' as const,
      created_by: null,
    };
    await host.db
      .insertInto('document_versions')
      .values({ ...now, state, word_count: 0, seq: 99, created_at: new Date() })
      .execute();
    const copies = [kept.id, now.id].map((versionId) =>
      bob.call('POST', at(original, '/duplicate'), { body: { versionId, projectId: null } }),
    );
    const [first, second] = await Promise.all(copies);
    expect(first?.body).toMatchObject({ title: `${original.title} (version 1)`, role: 'owner' });
    expect(await textOf(bob, first?.body ?? original)).toBe(text);
    expect((await textOf(bob, second?.body ?? original)).trim()).toBe('');
    for (const versionId of [empty.id, crypto.randomUUID(), 'one'])
      expect(
        (await ada.call('POST', at(original, '/duplicate'), { body: { versionId } })).status,
      ).toBe(404);
    expect(
      (await bob.call('POST', at(original, '/duplicate'), { body: { versionId: kept.id } })).status,
    ).toBe(403);
  });
});

describe('tags', () => {
  test('are set by editors, compared without case, and listed with their number of documents', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const [one, two] = [await makeDocument(ada, project.id), await makeDocument(ada, project.id)];
    const set = (member: Member, document: { id: string }, tags: unknown) =>
      member.call('PUT', at(document, '/tags'), { body: { tags } });
    expect((await set(ada, one, ['Spring', 'needs a picture', 'SPRING'])).body.tags).toEqual([
      'needs a picture',
      'SPRING',
    ]);
    await set(ada, two, ['spring']);
    expect((await bob.call('GET', '/api/v1/tags')).body.items[0]).toMatchObject({
      documentCount: 2,
    });
    const found = await bob.call('GET', '/api/v1/documents?tag=sPrInG');
    expect(found.body.items.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
    expect((await set(ada, one, [])).body.tags).toEqual([]);
    expect((await set(bob, one, ['x'])).status).toBe(403);
    for (const wrong of [
      ['a,b'],
      ['a\nb'],
      [''],
      ['x'.repeat(51)],
      [7],
      'x',
      Array.from({ length: 31 }, (_, n) => `t${n}`),
    ]) {
      expect((await set(ada, one, wrong)).status).toBe(422);
    }
    const stranger = await host.member('tagless');
    expect((await stranger.call('GET', '/api/v1/tags')).body.items).toEqual([]);
  });
});

describe('favourites', () => {
  test('are separate for each user', async () => {
    const project = await makeProject(ada, [[bob, 'viewer']]);
    const document = await makeDocument(ada, project.id);
    for (const _ of [1, 2])
      expect((await bob.call('PUT', at(document, '/favourite'))).body.favourite).toBe(true);
    expect((await ada.call('GET', at(document))).body.favourite).toBe(false);
    expect(
      (await bob.call('GET', '/api/v1/documents?favourite=true')).body.items.map(({ id }) => id),
    ).toEqual([document.id]);
    for (const _ of [1, 2])
      expect((await bob.call('DELETE', at(document, '/favourite'))).body.favourite).toBe(false);
  });
});

describe('a batch of documents', () => {
  const batch = (member: Member, body: unknown) =>
    member.call('POST', '/api/v1/documents/batch', { body });

  test('is archived, restored, tagged, untagged, moved and deleted together', async () => {
    const project = await makeProject(ada);
    const documents = [
      await makeDocument(ada, null),
      await makeDocument(ada, null),
      await makeDocument(ada, null),
    ];
    const documentIds = documents.map(({ id }) => id);
    const all = async (body: object) => {
      const answer = await batch(ada, { documentIds, ...body });
      expect(answer.status).toBe(200);
      expect(answer.body.items.map(({ id }) => id)).toEqual(documentIds);
      return answer.body.items;
    };
    for (const item of await all({ action: 'tag', tags: ['spring', 'new'] }))
      expect(item.tags).toEqual(['new', 'spring']);
    for (const item of await all({ action: 'untag', tags: ['New'] }))
      expect(item.tags).toEqual(['spring']);
    for (const item of await all({ action: 'move', projectId: project.id }))
      expect(item.projectId).toBe(project.id);
    for (const item of await all({ action: 'archive' })) expect(item.archivedAt).not.toBe(null);
    for (const item of await all({ action: 'restore' })) expect(item.archivedAt).toBe(null);
    for (const item of await all({ action: 'delete' })) expect(item.deletedAt).not.toBe(null);
  });

  test('is tagged as single documents are: each changed one has an activity', async () => {
    const tagged = await makeDocument(ada, null);
    const documents = [tagged, await makeDocument(ada, null)];
    await ada.call('PUT', at(tagged, '/tags'), { body: { tags: ['engine'] } });
    const body = { documentIds: documents.map(({ id }) => id), action: 'tag', tags: ['engine'] };
    for (const _ of [1, 2]) expect((await batch(ada, body)).status).toBe(200);
    for (const document of documents) {
      const { body: activities } = await ada.call('GET', at(document, '/activity'));
      expect(JSON.stringify(activities).match(/"document.tagged"/g)).toHaveLength(1);
    }
  });

  test('is changed completely or not at all: a forbidden document leaves the others unchanged', async () => {
    const mine = await makeDocument(ada, null);
    const project = await makeProject(bob, [[ada, 'viewer']]);
    const readable = await makeDocument(bob, project.id);
    const hidden = await makeDocument(bob, null);
    expect(
      (await batch(ada, { documentIds: [mine.id, readable.id], action: 'archive' })).status,
    ).toBe(403);
    expect(
      (await batch(ada, { documentIds: [mine.id, hidden.id], action: 'archive' })).status,
    ).toBe(404);
    expect((await ada.call('GET', at(mine))).body.archivedAt).toBe(null);
  });

  test.each([
    ['no documents', { documentIds: [], action: 'archive' }],
    ['no action', { documentIds: [unknown] }],
    ['a move without a project', { documentIds: [unknown], action: 'move' }],
    ['tagging without tags', { documentIds: [unknown], action: 'tag' }],
  ])('is refused with 422: %s', async (_what, body) => {
    expect((await batch(ada, body)).status).toBe(422);
  });

  test('a document has at most 30 tags, also if they are added in batches', async () => {
    const { id } = await makeDocument(ada, null);
    const tag = (from: number, count: number) =>
      batch(ada, {
        documentIds: [id],
        action: 'tag',
        tags: Array.from({ length: count }, (_, i) => `tag ${from + i}`),
      });
    expect((await tag(0, 30)).status).toBe(200);
    expect((await tag(30, 1)).status).toBe(422);
    expect((await tag(0, 1)).status).toBe(200);
    expect((await ada.call('GET', at({ id } as never))).body).toMatchObject({
      tags: { length: 30 },
    });
  });

  test('concurrent batches over the same documents in different orders do not deadlock', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await makeDocument(ada, null)).id);
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids].map((documentIds) =>
        batch(ada, { documentIds, action: 'archive' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
