import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Found } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';
import { learnWords } from '../../domain/search-vocabulary.ts';
import { vectorOf } from '../../domain/search-words.ts';

const host = await openTestApp();
// The first registered user is the administrator, who has no access to documents thereby.
const eve = await host.member('eve');
const [ada, ben] = await host.members('ada', 'ben');
const projectId = (await makeProject(ada, [[ben, 'viewer']], 'Harvest festival')).id;
afterAll(() => host.close());

async function found(who: Member, q: string, more: Record<string, string> = {}): Promise<Found[]> {
  const answer = await who.call(
    'GET',
    `/api/v1/search?${new URLSearchParams({ q, ...more }).toString()}`,
  );
  expect(answer.status, q).toBe(200);
  return answer.body.items as unknown as Found[];
}

const ids = async (who: Member, q: string, more?: Record<string, string>) =>
  (await found(who, q, more)).map(({ id }) => id);

/** Creates a document with `text`, indexed as after an edit in the live channel. */
async function written(
  who: Member,
  text: string,
  { title = 'Untitled', inProject = projectId as string | null } = {},
) {
  const { id } = await makeDocument(who, inProject, title);
  const vector = vectorOf(text);
  await learnWords(host.db, vector);
  await sql`update document_search set body = ${text}, words = words || ${vector}::tsvector where document_id = ${id}`.execute(
    host.db,
  );
  return id;
}

describe('full-text search of documents', () => {
  test.each([
    ['Chinese, two characters', '我们明天在会议室讨论新的预算。', '预算'],
    ['Chinese, one character', '这是一份关于鲸鱼的报告。', '鲸'],
    ['Chinese, a longer part of a sentence', '请在星期五之前提交最终版本的文件。', '最终版本'],
    ['Japanese', '昨日は東京タワーに登りました。', '東京タワー'],
    ['Japanese, a part of a word', '新しい編集長が着任しました。', '編集'],
    ['Korean, a word without its particle', '우리는 대한민국의 역사를 배웁니다.', '역사'],
    ['Thai', 'พวกเราเขียนเอกสารด้วยกันทุกวัน', 'เอกสาร'],
    ['Arabic without vowel signs', 'كَتَبَ الطَّالِبُ رِسَالَةً', 'الطالب'],
    ['German, a query without umlauts', 'Die Bücher stehen über dem Schreibtisch.', 'bucher uber'],
    ['German, a query with an umlaut', 'Die Gemuse sind frisch.', 'Gemüse'],
    ['Vietnamese', 'Thành phố Đà Nẵng rất đẹp.', 'da nang'],
    ['Russian', 'Ёлка стояла в углу.', 'елка'],
    ['Greek', 'Η θάλασσα ήταν ήρεμη.', 'ΘΑΛΑΣΣΑ'],
    ['an unfinished last word', 'The cartographers were late.', 'cartogr'],
    ['words in any order', 'A lighthouse by the quarry.', 'quarry lighthouse'],
    [
      'a word of the title and a word of the text',
      'Zebras graze here.',
      'zebras savannah',
      'Savannah',
    ],
  ])('finds and marks the matching text: %s', async (_what, text, q, title = 'Untitled') => {
    const id = await written(ada, text, { title });
    expect(await ids(ben, q)).toEqual([id]);
    const [hit] = await found(ben, q);
    expect(hit).toMatchObject({ type: 'document', documentId: id, projectId, title });
    expect(hit?.snippet).toBe(text);
    expect(hit?.marks.length).toBeGreaterThan(0);
  });

  test('finds an exact phrase, and no document with an excluded word or phrase', async () => {
    const id = await written(ada, 'the quick brown otter');
    await written(ada, 'the otter is brown and quick');
    expect(await ids(ada, '"quick brown otter"')).toEqual([id]);
    expect(await ids(ada, 'otter -jumps -"is brown"')).toEqual([id]);
    expect(await ids(ada, '"otter brown"')).toEqual([]);
  });

  test('finds a mistyped word, ranked after exact matches of the typed spelling', async () => {
    const id = await written(ada, 'An extraordinary parliamentarian');
    expect(await ids(ada, 'extraordniary')).toEqual([id]);
    expect(await ids(ada, 'parlamentarian extraordinary')).toEqual([id]);
    const other = await written(ada, 'extraordniary');
    expect(await ids(ada, 'extraordniary')).toEqual([other, id]);
    const russian = await written(ada, 'Великолепный завтрак');
    expect(await ids(ada, 'великолепнный')).toEqual([russian]);
    expect(await ids(ada, 'xyzzyplugh')).toEqual([]);
  });

  test('ranks an equal title before a match in the title before a match in the text, and marks title matches', async () => {
    const inText = await written(ada, 'walrus walrus walrus');
    const inTitle = await written(ada, 'nothing', { title: 'About a Walrus' });
    const itself = await written(ada, 'nothing', { title: 'Wálrus' });
    expect(await ids(ada, 'walrus')).toEqual([itself, inTitle, inText]);
    const [first, second] = await found(ada, 'walrus');
    expect([first?.titleMarks, second?.titleMarks]).toEqual([[[0, 6]], [[8, 14]]]);
    expect((first?.score ?? 0) > (second?.score ?? 0)).toBe(true);
  });

  test('finds a new title at once, and the old title no more after a rename', async () => {
    const { id } = await makeDocument(ada, projectId, 'Platypus');
    expect(await ids(ada, 'platypus')).toEqual([id]);
    await ada.call('PATCH', `/api/v1/documents/${id}`, { body: { title: 'Echidna' } });
    expect(await ids(ada, 'platypus')).toEqual([]);
    expect(await ids(ada, 'echidna')).toEqual([id]);
  });

  test('finds a title that was renamed during a search as soon as the rename is committed', async () => {
    const { id } = await makeDocument(ada, projectId, 'Narwhal');
    await host.db.transaction().execute(async (trx) => {
      await trx.updateTable('documents').set({ title: 'Beluga' }).where('id', '=', id).execute();
      expect(await ids(ada, 'beluga')).toEqual([]);
    });
    expect(await ids(ada, 'beluga')).toEqual([id]);
    expect(await ids(ada, 'narwhal')).toEqual([]);
  });

  test('finds the text of a document after its title was changed', async () => {
    const id = await written(ada, 'marmalade', { title: 'Before' });
    await ada.call('PATCH', `/api/v1/documents/${id}`, { body: { title: 'After' } });
    expect(await ids(ada, 'marmalade after')).toEqual([id]);
  });
});

describe('search of comments, users and projects, and filters', () => {
  test('finds the current text of a comment until it is deleted', async () => {
    const { id } = await makeDocument(ada, projectId, 'Commented');
    const path = `/api/v1/documents/${id}/comments`;
    const { body: comment } = await ada.call('POST', path, {
      body: { body: 'Is the hippogriff needed?' },
    });
    const [hit] = await found(ben, 'hippogriff');
    expect(hit).toMatchObject({
      type: 'comment',
      id: comment.id,
      documentId: id,
      projectId,
      title: 'Commented',
    });
    expect(hit?.marks).toEqual([[7, 17]]);
    expect(await ids(eve, 'hippogriff')).toEqual([]);
    await ada.call('PATCH', `${path}/${comment.id}`, { body: { body: 'Is the basilisk needed?' } });
    expect(await ids(ben, 'hippogriff')).toEqual([]);
    await ada.call('DELETE', `${path}/${comment.id}`);
    expect(await ids(ben, 'basilisk')).toEqual([]);
  });

  test('finds users only for themselves and for users who share work with them', async () => {
    expect(await found(ben, 'ada')).toMatchObject([
      { type: 'person', id: ada.user.id, snippet: '@ada', updatedAt: null },
    ]);
    expect(await ids(ada, 'ada', { type: 'person' })).toEqual([ada.user.id]);
    expect(await ids(eve, 'ada')).toEqual([]);
    expect(await ids(eve, 'example.org')).toEqual([]);
  });

  test('finds projects by name and description, only for their members', async () => {
    const { id } = await makeProject(ada, [], 'Wassail');
    await ada.call('PATCH', `/api/v1/projects/${id}`, {
      body: { description: 'Songs for midwinter' },
    });
    expect(await found(ada, 'wassail')).toMatchObject([
      { type: 'project', id, projectId: id, title: 'Wassail' },
    ]);
    expect(await ids(ada, 'midwinter', { type: 'project' })).toEqual([id]);
    expect(await ids(ben, 'wassail')).toEqual([]);
    await ada.call('POST', `/api/v1/projects/${id}/archive`);
    expect(await ids(ada, 'wassail')).toEqual([]);
    expect(await ids(ada, 'wassail', { archived: 'true' })).toEqual([id]);
  });

  test('filters by type and by project', async () => {
    const other = (await makeProject(ada, [], 'Elsewhere')).id;
    const [here, there] = [
      await written(ada, 'gooseberry'),
      await written(ada, 'gooseberry', { inProject: other }),
    ];
    expect((await ids(ada, 'gooseberry')).toSorted()).toEqual([here, there].toSorted());
    expect(await ids(ada, 'gooseberry', { projectId: other })).toEqual([there]);
    expect(await ids(ben, 'gooseberry', { projectId: other })).toEqual([]);
    expect(await ids(ada, 'gooseberry', { type: 'comment' })).toEqual([]);
    expect(await ids(ada, 'gooseberry', { projectId: crypto.randomUUID() })).toEqual([]);
  });

  test('filters by status and tag: comments match by their document, users and projects never match', async () => {
    const [plain, ready] = [await written(ada, 'medlar'), await written(ada, 'medlar')];
    await ada.call('PATCH', `/api/v1/documents/${ready}`, { body: { status: 'approved' } });
    await ada.call('PUT', `/api/v1/documents/${ready}/tags`, { body: { tags: ['Spring issue'] } });
    const { body: said } = await ada.call('POST', `/api/v1/documents/${ready}/comments`, {
      body: { body: 'More medlar?' },
    });
    const { id: orchard } = await makeProject(ada, [], 'Medlar orchard');
    expect((await ids(ada, 'medlar')).toSorted()).toEqual(
      [plain, ready, said.id, orchard].toSorted(),
    );
    expect(await ids(ada, 'medlar', { status: 'draft' })).toEqual([plain]);
    expect((await ids(ada, 'medlar', { status: 'approved' })).toSorted()).toEqual(
      [ready, said.id].toSorted(),
    );
    expect((await ids(ben, 'medlar', { tag: 'SPRING issue' })).toSorted()).toEqual(
      [ready, said.id].toSorted(),
    );
    expect(await ids(ada, 'medlar', { tag: 'Spring issue', status: 'draft' })).toEqual([]);
    expect(await ids(eve, 'medlar', { tag: 'Spring issue' })).toEqual([]);
    expect(await ids(ada, 'ada', { status: 'draft' })).not.toContain(ada.user.id);
  });

  test('filters by the author of a document or comment', async () => {
    const { id: inProject } = await makeProject(ada, [[ben, 'editor']]);
    const [mine, theirs] = [
      await written(ada, 'loquat', { inProject }),
      await written(ben, 'loquat', { inProject }),
    ];
    const { body: said } = await ben.call('POST', `/api/v1/documents/${mine}/comments`, {
      body: { body: 'A loquat' },
    });
    expect(await ids(ada, 'loquat', { personId: ada.user.id })).toEqual([mine]);
    expect((await ids(ada, 'loquat', { personId: ben.user.id })).toSorted()).toEqual(
      [theirs, said.id].toSorted(),
    );
    expect(await ids(eve, 'loquat', { personId: ben.user.id })).toEqual([]);
    const hidden = await written(ben, 'loquat', { inProject: null });
    expect(await ids(ada, 'loquat', { personId: ben.user.id })).not.toContain(hidden);
  });

  test('filters by the time of the last change', async () => {
    const [old, young] = [await written(ada, 'damson'), await written(ada, 'damson')];
    const { body: said } = await ada.call('POST', `/api/v1/documents/${old}/comments`, {
      body: { body: 'A damson' },
    });
    const { id: garden } = await makeProject(ada, [], 'Damson garden');
    const long = new Date('2001-01-01');
    await host.db
      .updateTable('documents')
      .set({ updated_at: long })
      .where('id', '=', old)
      .execute();
    await host.db
      .updateTable('comments')
      .set({ created_at: long })
      .where('id', '=', said.id)
      .execute();
    await host.db
      .updateTable('projects')
      .set({ updated_at: long })
      .where('id', '=', garden)
      .execute();
    expect(await ids(ada, 'damson', { since: '2010-01-01T00:00:00.000Z' })).toEqual([young]);
    expect((await ids(ada, 'damson', { since: '2001-01-01T00:00:00.000Z' })).toSorted()).toEqual(
      [old, young, said.id, garden].toSorted(),
    );
    expect(await ids(ada, 'ada', { since: '2001-01-01T00:00:00.000Z' })).not.toContain(ada.user.id);
  });
});

describe('search permissions', () => {
  test('an administrator without a role finds nothing; a removed collaborator finds nothing any more', async () => {
    const { id: own } = await makeProject(ada, [[ben, 'editor']]);
    const id = await written(ada, 'A saffron secret', { title: 'Saffron', inProject: own });
    expect(await ids(eve, 'saffron')).toEqual([]);
    expect(await ids(ben, 'saffron')).toEqual([id]);
    await ada.call('DELETE', `/api/v1/projects/${own}/collaborators/${ben.user.id}`);
    expect(await ids(ben, 'saffron')).toEqual([]);
    expect(await ids(ada, 'saffron')).toEqual([id]);
  });

  test("finds another user's draft only after it was shared with the searcher", async () => {
    const id = await written(ada, 'turmeric', { inProject: null });
    expect(await ids(ben, 'turmeric')).toEqual([]);
    const body = { usernameOrEmail: 'ben', role: 'viewer' };
    await ada.call('POST', `/api/v1/documents/${id}/collaborators`, { body });
    expect(await ids(ben, 'turmeric')).toEqual([id]);
  });

  test('finds archived documents only when the query asks for them, and documents in the trash never', async () => {
    const id = await written(ada, 'cardamom');
    await ada.call('POST', `/api/v1/documents/${id}/archive`);
    expect(await ids(ada, 'cardamom')).toEqual([]);
    expect(await ids(ada, 'cardamom', { archived: 'true' })).toEqual([id]);
    await ada.call('POST', `/api/v1/documents/${id}/delete`);
    expect(await ids(ada, 'cardamom', { archived: 'true' })).toEqual([]);
    await ada.call('POST', `/api/v1/documents/${id}/restore`);
    expect(await ids(ada, 'cardamom')).toEqual([id]);
  });

  test('refuses a search without a session', async () => {
    expect((await host.visitor().call('GET', '/api/v1/search?q=letter')).status).toBe(401);
  });
});

describe('pagination and invalid queries', () => {
  test('pages through all results, each once, by cursor', async () => {
    const all = new Set<string>();
    for (let i = 0; i < 7; i += 1) all.add(await written(ada, `quince number ${i}`));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await ada.call('GET', `/api/v1/search?q=quince&limit=3&cursor=${cursor}`);
      seen.push(...answer.body.items.map(({ id }) => id));
      cursor = answer.body.nextCursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(all);
    expect((await ada.call('GET', '/api/v1/search?q=quince&cursor=bm90aGluZw')).status).toBe(422);
  });

  test('returns full pages for a word that occurs in very many documents', async () => {
    await sql`
      with made as (insert into documents (id, project_id, title, created_by)
        select gen_random_uuid(), ${projectId}, 'Everywhere', ${ada.user.id} from generate_series(1, 400) returning id)
      select from made`.execute(host.db);
    const answer = await ada.call('GET', '/api/v1/search?q=everywhere&limit=100');
    expect(answer.body.items).toHaveLength(100);
    expect(answer.body.nextCursor).not.toBeNull();
  });

  test.each([
    "'; drop table documents; --",
    "' & | ! ( ) <-> :* \\",
    '"unfinished',
    '-',
    '--- "" -"" -"a',
    '\\\\\\"\'',
    '%_%',
    '\u202e\u200b\ufeff',
    '🙂🙂🙂',
    'a:b*c:*',
    '(((((',
    'x'.repeat(200),
    '漢'.repeat(200),
    'ก็'.repeat(100),
    'a '.repeat(100),
    'İıßﬁ',
  ])('accepts the query %j', async (q) => {
    expect(Array.isArray(await found(ada, q))).toBe(true);
  });

  test('returns nothing for a query without words, and refuses invalid parameters', async () => {
    expect(await found(ada, '')).toEqual([]);
    expect(await found(ada, '?!… —')).toEqual([]);
    for (const query of [
      'q=%00',
      `q=${'x'.repeat(201)}`,
      'q=%ED%A0%80x&type=fish',
      'q=a&limit=0',
      'q=a&archived=maybe',
      'q=a&status=done',
      'q=a&tag=',
      'q=a&since=yesterday',
    ])
      expect((await ada.call('GET', `/api/v1/search?${query}`)).status, query).toBe(422);
    expect((await ada.call('GET', '/api/v1/search?q=a&projectId=1')).status).toBe(404);
  });
});

test('the daily job deletes words that no document contains, and indexes what is due', async () => {
  const { id } = await makeDocument(ada, projectId, 'Persimmon');
  await learnWords(host.db, vectorOf('halfwritt'));
  await host.jobs.enqueue('search.tidy', {});
  await host.jobs.runDue();
  const words = await host.db
    .selectFrom('search_words')
    .select('word')
    .where('word', 'in', ['halfwritt', 'persimmon'])
    .execute();
  await expect.poll(() => host.db.selectFrom('search_due').selectAll().execute()).toEqual([]);
  expect(words).toEqual([{ word: 'persimmon' }]);
  expect(await ids(ada, 'persimon')).toEqual([id]);
});

test('finds a phrase across thousands of invisible characters', async () => {
  const hidden = '\u200b\u00ad'.repeat(2_400);
  const made = await ada.call('POST', '/api/v1/projects', {
    body: { name: 'Unseen', description: `qqa${hidden}qqb${hidden} x qqa qqb qqc` },
  });
  expect(made.status).toBe(201);
  const [hit] = await found(ada, '"qqa qqb qqc"');
  expect(hit?.snippet).toContain('qqa qqb qqc');
  expect(hit?.marks).toHaveLength(1);
});
