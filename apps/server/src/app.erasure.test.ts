import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Erasure, ErasurePreview, FormerMember } from '@longhand/contract';
import type { NodeJson } from '@longhand/document';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
} from './app.testing.ts';
import { addFile } from './features/files/files.testing.ts';

const host = await openTestApp();
const [admin, max, lea] = await host.members('first', 'max', 'lea');
afterAll(() => host.close());

const paragraphs = (...lines: (string | NodeJson)[][]): NodeJson => ({
  type: 'doc',
  content: lines.map((line) => ({
    type: 'paragraph',
    content: line.map((each) => (typeof each === 'string' ? { type: 'text', text: each } : each)),
  })),
});

const mentionOf = ({ user }: Member): NodeJson => ({
  type: 'mention',
  attrs: { of: 'person', id: user.id, name: user.name },
});

/** Changes the text of a document on behalf of a user, as a call of the API does. */
async function write(member: Member, documentId: string, content: NodeJson): Promise<void> {
  const by = { userId: member.user.id, sessionId: null };
  await host.live.edit(documentId, { by, how: 'api', content });
}

const textOf = (documentId: string): Promise<unknown> => host.live.readContent(documentId, 'text');

const erasureOf = (member: Member) => `/api/v1/admin/users/${member.user.id}/erasure`;

const erase = (member: Member, removeWords: boolean, more: object = {}) =>
  admin.call('POST', erasureOf(member), {
    body: {
      username: member.user.username,
      removeWords,
      currentPassword: testPassword,
      ...more,
    },
  });

const preview = async (member: Member) =>
  (await admin.call('GET', erasureOf(member))).body as unknown as ErasurePreview;

/** Returns the number of documents that are left to do. */
async function countLeft(): Promise<number> {
  const { left } = await host.db
    .selectFrom('erasure_documents')
    .select((of) => of.fn.countAll<string>().as('left'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Runs the jobs until no document is left to do: one in use is compacted by a later run. */
async function finish(): Promise<void> {
  const run = async () => {
    await host.jobs.runDue({ later: true });
    return countLeft();
  };
  await expect.poll(run, { timeout: 20_000 }).toBe(0);
}

/** Returns the tables and rows that contain a text, in any column. */
async function rowsWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(host.db);
  const found: string[] = [];
  for (const { name } of tables) {
    // Texts are compressed or binary; their plain form is in the search data.
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t
      where position(lower(${text}) in lower(to_jsonb(t)::text)) > 0`.execute(host.db);
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`));
  }
  return found;
}

/** Returns the rows whose binary columns contain a text: the log and the snapshots. */
async function bytesWith(text: string): Promise<string[]> {
  const wanted = Buffer.from(text);
  const found: string[] = [];
  for (const [table, column] of [
    ['document_log', 'updates'],
    ['document_snapshots', 'state'],
  ] as const) {
    const { rows } = await sql<{ id: string }>`
      select document_id as id from ${sql.table(table)}
      where position(${wanted}::bytea in ${sql.ref(column)}) > 0`.execute(host.db);
    found.push(...rows.map(({ id }) => `${table}: ${id}`));
  }
  return found;
}

describe('an erasure', () => {
  test('says beforehand what it concerns', async () => {
    const ian = await host.member('ian');
    const project = await makeProject(max, [[ian, 'editor']]);
    const { id } = await makeDocument(max, project.id);
    await write(ian, id, paragraphs(['Counted']));
    await ian.call('POST', `/api/v1/documents/${id}/comments`, { body: { body: 'A remark' } });
    await makeDocument(ian, null);
    await makeProject(ian);
    await makeProject(ian, [[lea, 'viewer']]);
    expect(await preview(ian)).toEqual({
      documents: 1,
      comments: 1,
      suggestions: 0,
      drafts: 1,
      titles: 1,
      tags: 0,
      files: 0,
      projectsHandedOver: 1,
      projectsDeleted: 1,
      isHeld: false,
      heldDocuments: 0,
    });
  });

  test('removes the account and every trace of the name, and keeps the words under another name', async () => {
    const pia = await host.member('pia-unmistakable');
    const project = await makeProject(max, [[pia, 'editor']]);
    const { id } = await makeDocument(max, project.id);
    await write(pia, id, paragraphs(['Written by her']));
    await write(max, id, paragraphs(['Written by her'], ['Ask ', mentionOf(pia), ' about it']));
    await max.call('POST', `/api/v1/documents/${id}/versions`, { body: { name: 'With mention' } });
    await max.call('POST', `/api/v1/documents/${id}/comments`, {
      body: { body: 'Please look, @pia-unmistakable, at this' },
    });
    await pia.call('POST', `/api/v1/documents/${id}/comments`, { body: { body: 'Looked at' } });
    await pia.call('POST', '/api/v1/user/tokens', { body: { name: 'Mine', scopes: ['read'] } });
    const isFound = async () => (await rowsWith('pia-unmistakable')).join('\n');
    await expect.poll(isFound, { timeout: 20_000 }).toContain('document_search');
    const before = await rowsWith('pia-unmistakable');
    expect(before.length).toBeGreaterThan(3);

    const made = await erase(pia, false);
    expect([made.status, made.body]).toMatchObject([202, { removesWords: false }]);
    expect((await pia.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(host.liveCalls.sessionEnded).toContainEqual({ userId: pia.user.id });
    await finish();
    await host.jobs.runDue({ later: true });
    await expect.poll(isFound, { timeout: 20_000 }).toBe('');

    const text = await textOf(id);
    expect(text).toContain('Written by her');
    expect(text).toContain('@A former member');
    const { items } = (await max.call('GET', `/api/v1/documents/${id}/comments`)).body;
    const said = JSON.stringify(items);
    expect(said).toContain('@former-member, at this');
    expect(said).toContain('Looked at');
    expect(said).toContain('A former member');
    const { body } = await max.call('GET', `/api/v1/documents/${id}/authors`);
    expect(JSON.stringify(body)).toContain('A former member');
    expect(await rowsWith('pia-unmistakable')).toEqual([]);
    expect(await bytesWith('pia-unmistakable')).toEqual([]);
    const { items: versions } = (await max.call('GET', `/api/v1/documents/${id}/versions`)).body;
    for (const { id: versionId } of versions) {
      const content = await max.call(
        'GET',
        `/api/v1/documents/${id}/versions/${versionId}?format=json`,
      );
      expect(JSON.stringify(content.body)).not.toContain('pia-unmistakable');
    }
    const audited = await admin.call('GET', '/api/v1/admin/audit?action=user.erased');
    expect(audited.body.items[0]).toMatchObject({ target: pia.user.id });
  });

  test('with the words removes exactly the letters of the person, also from versions and the log', async () => {
    const zoe = await host.member('zoe');
    const project = await makeProject(max, [[zoe, 'editor']]);
    const { id } = await makeDocument(max, project.id);
    await write(max, id, paragraphs(['Kept one'], ['Kept two']));
    await write(
      zoe,
      id,
      paragraphs(['Kept one, zoewords', ' and more'], ['Zoesecond'], ['Kept two']),
    );
    await max.call('POST', `/api/v1/documents/${id}/versions`, { body: { name: 'Hers' } });
    await write(
      max,
      id,
      paragraphs(['Kept one, zoewords', ' and more!'], ['Zoesecond'], ['Kept two']),
    );
    await zoe.call('POST', `/api/v1/documents/${id}/comments`, { body: { body: 'Zoeremark' } });
    const { id: own } = await makeDocument(zoe, null, 'Hers alone');

    expect((await erase(zoe, true)).status).toBe(202);
    await finish();
    expect(await textOf(id)).toBe('Kept one!\n\nKept two');
    expect(await bytesWith('zoewords')).toEqual([]);
    expect(await bytesWith('Zoesecond')).toEqual([]);
    const { items: versions } = (await max.call('GET', `/api/v1/documents/${id}/versions`)).body;
    const hers = versions.find(({ name }) => name === 'Hers');
    const content = await max.call(
      'GET',
      `/api/v1/documents/${id}/versions/${hers?.id}?format=json`,
    );
    expect(JSON.stringify(content.body)).toContain('Kept one');
    expect(JSON.stringify(content.body)).not.toMatch(/zoe/i);
    const comments = JSON.stringify(
      (await max.call('GET', `/api/v1/documents/${id}/comments`)).body,
    );
    expect(comments).not.toContain('Zoeremark');
    expect(comments).toContain('Removed');
    const draft = await host.db
      .selectFrom('documents')
      .select('deleted_at')
      .where('id', '=', own)
      .executeTakeFirst();
    expect(draft?.deleted_at).not.toBe(null);
    const [listed] = (await admin.call('GET', '/api/v1/admin/erasures')).body
      .items as unknown as Erasure[];
    expect(listed).toMatchObject({ userId: zoe.user.id, documentsDone: listed?.documents });
    expect(listed?.endedAt).not.toBe(null);
  });

  test('with the words removes titles, tags and names of files that no other user gave', async () => {
    const una = await host.member('una');
    const project = await makeProject(max, [[una, 'editor']]);
    const { id: hers } = await makeDocument(una, project.id, 'Unatitle');
    const { id: his } = await makeDocument(max, project.id, 'His title');
    const rename = (by: Member, id: string, title: string) =>
      by.call('PATCH', `/api/v1/documents/${id}`, { body: { title } });
    await rename(una, his, 'Unaversion of it');
    await rename(max, his, 'His title again');
    const { id: both } = await makeDocument(max, project.id, 'Shared name');
    await rename(max, both, 'Another');
    await rename(una, both, 'Shared name');
    const tag = (by: Member, id: string, tags: string[]) =>
      by.call('PUT', `/api/v1/documents/${id}/tags`, { body: { tags } });
    expect((await tag(una, hers, ['unatag', 'common'])).status).toBe(200);
    await tag(max, his, ['common']);
    const { id: fileId } = await addFile(una, { name: 'Unafile 2026.TXT', bytes: 'A' }, hers);
    const { id: other } = await addFile(max, { name: 'His file.txt', bytes: 'B' }, hers);
    expect(await preview(una)).toMatchObject({ titles: 1, tags: 1, files: 1 });

    expect((await erase(una, true)).status).toBe(202);
    await finish();
    const titleOf = async (id: string) =>
      (await max.call('GET', `/api/v1/documents/${id}`)).body as unknown as {
        title: string;
        tags: string[];
      };
    expect(await titleOf(hers)).toMatchObject({ title: '', tags: ['common'] });
    expect(await titleOf(his)).toMatchObject({ title: 'His title again', tags: ['common'] });
    expect((await titleOf(both)).title).toBe('Shared name');
    const files = await host.db
      .selectFrom('files')
      .select(['id', 'name'])
      .where('id', 'in', [fileId, other])
      .execute();
    expect(new Map(files.map(({ id, name }) => [id, name]))).toEqual(
      new Map([
        [fileId, 'file.txt'],
        [other, 'His file.txt'],
      ]),
    );
    for (const word of ['Unatitle', 'Unaversion', 'unatag', 'Unafile'])
      expect((await rowsWith(word)).filter((row) => !row.startsWith('idempotency'))).toEqual([]);
  });

  test('of the words is refused while a document with a title of the person is on hold', async () => {
    const ann = await host.member('ann');
    const project = await makeProject(max, [[ann, 'editor']]);
    const { id } = await makeDocument(ann, project.id, 'Titled by Ann');
    const hold = await admin.call('POST', '/api/v1/admin/holds', {
      body: { kind: 'document', object: id, reason: 'A dispute' },
    });
    expect(hold.status).toBe(201);
    expect((await erase(ann, true)).body.code).toBe('on_hold');
    expect((await erase(ann, false)).status).toBe(202);
  });

  test('keeps restored letters of others, and removes hers that another user restored', async () => {
    const ute = await host.member('ute');
    const project = await makeProject(max, [[ute, 'editor']]);
    const { id } = await makeDocument(max, project.id);
    await write(max, id, paragraphs(['By max']));
    await write(ute, id, paragraphs(['By max'], ['By ute']));
    const made = await max.call('POST', `/api/v1/documents/${id}/versions`, {
      body: { name: 'V' },
    });
    await write(max, id, paragraphs(['Nothing']));
    await ute.call('POST', `/api/v1/documents/${id}/versions/${made.body.id}/restore`);
    expect(await textOf(id)).toBe('By max\nBy ute');
    await erase(ute, true);
    await finish();
    expect(await textOf(id)).toContain('By max');
    expect(await textOf(id)).not.toContain('By ute');
  });

  test('hands a project over to its next member, and moves one without members to the trash', async () => {
    const kim = await host.member('kim');
    const shared = await makeProject(kim, [
      [lea, 'viewer'],
      [max, 'editor'],
    ]);
    const alone = await makeProject(kim);
    expect((await erase(kim, false)).status).toBe(202);
    expect((await max.call('GET', `/api/v1/projects/${shared.id}`)).body.ownerId).toBe(max.user.id);
    const row = await host.db
      .selectFrom('projects')
      .select('deleted_at')
      .where('id', '=', alone.id)
      .executeTakeFirst();
    expect(row?.deleted_at).not.toBe(null);
  });

  test('is refused with another username, a wrong password, for oneself, and when it was done', async () => {
    const tim = await host.member('tim');
    expect((await erase(tim, false, { username: 'max' })).body.code).toBe('not_this_username');
    expect((await erase(tim, false, { currentPassword: 'wrong' })).body.code).toBe(
      'wrong_password',
    );
    expect((await erase(admin, false)).body.code).toBe('not_yourself');
    expect((await tim.call('GET', '/api/v1/user/me')).status).toBe(200);
    expect((await tim.call('POST', erasureOf(max), { body: {} })).status).toBe(403);
    await erase(tim, false);
    expect((await erase(tim, false)).status).toBe(404);
  });
});

describe('a former member', () => {
  const list = async () =>
    (await admin.call('GET', '/api/v1/admin/former-members?limit=100')).body
      .items as unknown as FormerMember[];
  const removeWordsOf = (by: Member, userId: string, currentPassword = testPassword) =>
    by.call('POST', `/api/v1/admin/former-members/${userId}/erasure`, {
      body: { currentPassword },
    });

  test('is listed with the documents that hold text, which can be removed later, once', async () => {
    const eli = await host.member('eli');
    const project = await makeProject(max, [[eli, 'editor']]);
    const { id } = await makeDocument(max, project.id);
    await write(max, id, paragraphs(['Kept']));
    await write(eli, id, paragraphs(['Kept, eliwords']));
    await eli.call('POST', `/api/v1/documents/${id}/comments`, { body: { body: 'Eliremark' } });
    const { id: named } = await makeDocument(eli, project.id, 'Elititle');
    const isListed = async () => (await list()).find((member) => member.id === eli.user.id);
    expect(await isListed()).toBeUndefined();
    const deleted = await eli.call('DELETE', '/api/v1/user', {
      body: { currentPassword: testPassword },
    });
    expect(deleted.status).toBe(204);
    await finish();
    expect(await isListed()).toMatchObject({ documents: 1, comments: 1, heldDocuments: 0 });
    expect((await removeWordsOf(max, eli.user.id)).status).toBe(403);
    expect((await removeWordsOf(admin, eli.user.id, 'wrong')).body.code).toBe('wrong_password');
    expect((await removeWordsOf(admin, max.user.id)).body.code).toBe('not_found');

    const removed = await Promise.all([
      removeWordsOf(admin, eli.user.id),
      removeWordsOf(admin, eli.user.id),
    ]);
    expect(removed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    await finish();
    expect(await textOf(id)).toBe('Kept');
    expect(await bytesWith('eliwords')).toEqual([]);
    expect(await rowsWith('Eliremark')).toEqual([]);
    expect((await max.call('GET', `/api/v1/documents/${named}`)).body.title).toBe('');
    expect(await isListed()).toBeUndefined();
    // The authors' ids stay.
    const ids = sql`select from document_clients where user_id = ${eli.user.id}`;
    expect((await ids.execute(host.db)).rows).not.toEqual([]);
  });

  test('whose document is on hold keeps the text until the hold ends', async () => {
    const fay = await host.member('fay');
    const project = await makeProject(max, [[fay, 'editor']]);
    const { id } = await makeDocument(max, project.id);
    await write(fay, id, paragraphs(['Faywords']));
    expect((await erase(fay, false)).status).toBe(202);
    const hold = await admin.call('POST', '/api/v1/admin/holds', {
      body: { kind: 'document', object: id, reason: 'A dispute' },
    });
    expect((await list()).find((member) => member.id === fay.user.id)).toMatchObject({
      heldDocuments: 1,
    });
    expect((await removeWordsOf(admin, fay.user.id)).body.code).toBe('on_hold');
    await admin.call('POST', `/api/v1/admin/holds/${hold.body.id}/end`, { body: {} });
    expect((await removeWordsOf(admin, fay.user.id)).status).toBe(202);
    await finish();
    expect(await textOf(id)).toBe('');
  });
});
