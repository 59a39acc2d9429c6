import { afterAll, describe, expect, test } from 'vitest';
import type { Version } from '@longhand/contract';
import { createApprovalRecorder, createSaveVersion } from './features/versions/saving.ts';
import {
  createVersion,
  listVersions,
  readVersion,
  renameVersion,
  restoreVersion,
} from './features/versions/service.ts';
import { deleteParagraphs, openLiveHost, type OpenPage, type Writer } from './live.testing.ts';

const host = await openLiveHost();
const [ada, ben] = await host.people('ada', 'ben');
afterAll(() => host.close());

async function versionsOf(documentId: string): Promise<Version[]> {
  return (await listVersions(host.deps, ada.userId, { documentId, limit: 100 })).items;
}

async function textOf(documentId: string, versionId: string): Promise<string> {
  const asked = { documentId, versionId, format: 'text' as const, compare: undefined };
  return String((await readVersion(host.deps, ada.userId, asked)).content);
}

async function now(documentId: string): Promise<string> {
  return String(await host.live.readContent(documentId, 'text'));
}

async function written(documentId: string, ...paragraphs: string[]): Promise<OpenPage> {
  const page = await host.open(ada, documentId);
  for (const text of paragraphs) page.write(text);
  await page.saved();
  return page;
}

const keepAs = (documentId: string, name?: string) =>
  createVersion(host.deps, ada.userId, { documentId, name });
const restore = (who: Writer, documentId: string, versionId: string) =>
  restoreVersion(host.deps, who, { documentId, versionId });

describe('a version', () => {
  test('contains everything acknowledged so far, in every format', async () => {
    const documentId = await host.document(ada);
    const page = await written(documentId, 'one <b>', 'two');
    const version = await keepAs(documentId, 'For the printer');
    expect(version).toMatchObject({
      number: 1,
      name: 'For the printer',
      kind: 'named',
      wordCount: 3,
      documentId,
    });
    expect(version.createdBy.username).toBe('ada');
    expect(version.authors.map(({ username }) => username)).toEqual(['ada']);
    page.write('three');
    await page.saved();
    const read = async (format: 'json' | 'html' | 'markdown' | 'text') =>
      (
        await readVersion(host.deps, ada.userId, {
          documentId,
          versionId: version.id,
          format,
          compare: undefined,
        })
      ).content;
    expect(await read('text')).toBe('one <b>\ntwo');
    expect(await read('html')).toMatch(/^<p>one &(lt|#60);b&(gt|#62);<\/p>\s*<p>two<\/p>\s*$/);
    expect(String(await read('markdown'))).toMatch(/^one .*\n\ntwo\n*$/);
    expect(await read('json')).toMatchObject({
      type: 'doc',
      content: [{ type: 'paragraph' }, { type: 'paragraph' }],
    });
    page.link.close();
  });

  test('can be compared with every version of its document, and with none of another document', async () => {
    const [documentId, other] = [await host.document(ada), await host.document(ada)];
    const page = await written(documentId, 'one');
    const [first, foreign] = [await keepAs(documentId), await keepAs(other)];
    page.write('two');
    await page.saved();
    const second = await keepAs(documentId);
    const compare = (versionId: string, otherId: string) =>
      readVersion(host.deps, ada.userId, {
        documentId,
        versionId,
        format: 'json',
        compare: otherId,
      });
    const kinds = async (from: Version, to: Version) =>
      (await compare(to.id, from.id)).differences?.map(({ kind }) => kind);
    expect(await kinds(first, second)).toEqual(['same', 'added']);
    expect(await kinds(second, first)).toEqual(['same', 'removed']);
    await expect(compare(second.id, foreign.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(compare(foreign.id, first.id)).rejects.toMatchObject({ code: 'not_found' });
    expect([first.name, second.number]).toEqual([null, 2]);
    page.link.close();
  });

  test('is listed newest first, in pages', async () => {
    const documentId = await host.document(ada);
    const page = await host.open(ada, documentId);
    for (let i = 1; i <= 5; i += 1) {
      page.write(`text ${i}`);
      await page.saved();
      await keepAs(documentId, `version ${i}`);
    }
    page.link.close();
    const first = await listVersions(host.deps, ada.userId, { documentId, limit: 3 });
    const rest = await listVersions(host.deps, ada.userId, {
      documentId,
      limit: 3,
      cursor: first.nextCursor ?? '',
    });
    expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
    expect(rest.nextCursor).toBeNull();
  });

  test('is stored once for an unchanged text, also by concurrent calls', async () => {
    const documentId = await host.document(ada);
    const page = await written(documentId, 'one');
    const made = await Promise.all(Array.from({ length: 12 }, () => keepAs(documentId)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await versionsOf(documentId)).toHaveLength(1);
    page.write('two');
    await page.saved();
    expect((await keepAs(documentId)).number).toBe(2);
    page.link.close();
  });

  test('of an unchanged text gets a name if it has none, and otherwise refuses another name', async () => {
    const documentId = await host.document(ada);
    const page = await written(documentId, 'one');
    const unnamed = await keepAs(documentId);
    expect(await keepAs(documentId, 'Draft')).toMatchObject({
      id: unnamed.id,
      name: 'Draft',
      number: 1,
    });
    expect(await keepAs(documentId, 'Draft')).toMatchObject({ id: unnamed.id, name: 'Draft' });
    expect(await keepAs(documentId)).toMatchObject({ id: unnamed.id, name: 'Draft' });
    await expect(keepAs(documentId, 'Final')).rejects.toMatchObject({ code: 'unchanged' });
    expect((await versionsOf(documentId)).map(({ name }) => name)).toEqual(['Draft']);
    page.link.close();
  });

  test('can be renamed after newer versions exist, and activity contains each new name once', async () => {
    const documentId = await host.document(ada, [[ben, 'reviewer']]);
    const page = await written(documentId, 'one');
    const first = await keepAs(documentId);
    page.write('two');
    await page.saved();
    await keepAs(documentId, 'Second');
    const rename = (name: string | null, who: Writer = ada, versionId: string = first.id) =>
      renameVersion(host.deps, who.userId, { documentId, versionId, name });
    expect(await rename('Outline')).toMatchObject({ id: first.id, number: 1, name: 'Outline' });
    expect(await rename('Outline')).toMatchObject({ name: 'Outline' });
    await expect(rename('Mine', ben)).rejects.toMatchObject({ code: 'not_allowed' });
    const elsewhere = await createVersion(host.deps, ada.userId, {
      documentId: await host.document(ada),
      name: 'Other',
    });
    await expect(rename('Stolen', ada, elsewhere.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await versionsOf(documentId)).map(({ name }) => name)).toEqual(['Second', 'Outline']);
    expect(await rename(null)).toMatchObject({ name: null, kind: 'named' });
    const named = await host.database.kysely
      .selectFrom('activities')
      .select('data')
      .where('document_id', '=', documentId)
      .where('type', '=', 'version.named')
      .orderBy('created_at')
      .execute();
    expect(named.map(({ data }) => data['name'])).toEqual([null, 'Second', 'Outline']);
    page.link.close();
  });
});

test('opening a document records the time of the visit, for the list of recent documents', async () => {
  const documentId = await host.document(ada, [[ben, 'viewer']]);
  const noted = async () => {
    const rows = await host.database.kysely
      .selectFrom('document_visits')
      .selectAll()
      .where('document_id', '=', documentId)
      .execute();
    return new Map(rows.map((row) => [row.user_id, row.visited_at.getTime()]));
  };
  for (const who of [ada, ben]) (await host.open(who, documentId)).link.close();
  await expect.poll(async () => (await noted()).size).toBe(2);
  const before = (await noted()).get(ada.userId) ?? 0;
  (await host.open(ada, documentId)).link.close();
  await expect.poll(async () => (await noted()).get(ada.userId) ?? 0).toBeGreaterThan(before);
});

describe('a restore', () => {
  test('brings back the old text as an edit, and first saves the current text as a version', async () => {
    const documentId = await host.document(ada);
    const page = await written(documentId, 'first', 'second');
    const version = await keepAs(documentId);
    deleteParagraphs(page.doc, 0, 1);
    page.write('third');
    await page.saved();
    const restored = await restore(ada, documentId, version.id);
    expect(restored).toMatchObject({ kind: 'restore', number: 3, wordCount: 2 });
    expect(await now(documentId)).toBe('first\nsecond');
    await expect.poll(() => page.text()).toMatch(/first[^]*second/);
    const versions = await versionsOf(documentId);
    expect(versions.map(({ kind }) => kind)).toEqual(['restore', 'auto', 'named']);
    expect(await textOf(documentId, versions[1]?.id ?? '')).toBe('second\nthird');
    page.link.close();
  });

  test('of the current text changes nothing, and of an empty version deletes all text', async () => {
    const documentId = await host.document(ada);
    const empty = await keepAs(documentId);
    const page = await written(documentId, 'words');
    page.link.close();
    const full = await keepAs(documentId);
    await restore(ada, documentId, full.id);
    expect(await now(documentId)).toBe('words');
    await restore(ada, documentId, empty.id);
    expect(String(await now(documentId)).trim()).toBe('');
    await restore(ada, documentId, full.id);
    expect(await now(documentId)).toBe('words');
  });

  test('is performed only once for concurrent requests', async () => {
    const documentId = await host.document(ada, [[ben, 'editor']]);
    const page = await written(documentId, 'once only');
    const version = await keepAs(documentId);
    deleteParagraphs(page.doc, 0, 1);
    await page.saved();
    const restores = await Promise.all(
      [ada, ben, ada, ben].map((who) => restore(who, documentId, version.id)),
    );
    expect(new Set(restores.map(({ id }) => id)).size).toBe(1);
    expect(await now(documentId)).toBe('once only');
    page.link.close();
  });

  test('while two users type loses no text: all of it is in the document or a version, and replicas converge', async () => {
    const documentId = await host.document(ada, [[ben, 'editor']]);
    const adas = await written(documentId, 'kept', 'changed later');
    const bens = await host.open(ben, documentId);
    const version = await keepAs(documentId);
    adas.write('begun after the version: ');
    let words = 0;
    const typing = setInterval(() => {
      words += 1;
      adas.type(`a${words}. `);
      if (words % 3 === 0) bens.write(`b${words}.`);
      else bens.type(`b${words}. `);
    }, 15);
    await expect.poll(() => words).toBeGreaterThan(20);
    await restore(ben, documentId, version.id);
    const atRestore = words;
    await expect.poll(() => words).toBeGreaterThan(atRestore + 20);
    clearInterval(typing);
    await Promise.all([adas.saved(), bens.saved()]);
    await expect.poll(() => adas.text() === bens.text()).toBe(true);
    const kept = await Promise.all(
      (await versionsOf(documentId)).map(({ id }) => textOf(documentId, id)),
    );
    const everything = [await now(documentId), ...kept].join('\n');
    for (let i = 1; i <= words; i += 1)
      for (const who of ['a', 'b']) expect(everything).toContain(`${who}${i}.`);
    expect(await now(documentId)).toContain('kept');
    adas.link.close();
    bens.link.close();
  });

  test('is refused for a reviewer, in an archived document, and for an unknown version', async () => {
    const documentId = await host.document(ada, [[ben, 'reviewer']]);
    const version = await keepAs(documentId);
    await expect(restore(ben, documentId, version.id)).rejects.toMatchObject({
      code: 'not_allowed',
    });
    for (const id of ['nonsense', documentId])
      await expect(restore(ada, documentId, id)).rejects.toMatchObject({ code: 'not_found' });
    await host.database.kysely
      .updateTable('documents')
      .set({ archived_at: new Date() })
      .where('id', '=', documentId)
      .execute();
    await expect(restore(ben, documentId, version.id)).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await expect(restore(ada, documentId, version.id)).rejects.toMatchObject({ code: 'archived' });
    await expect(keepAs(documentId)).rejects.toMatchObject({ code: 'archived' });
    expect(await versionsOf(documentId)).toHaveLength(1);
  });
});

test('an approval saves the text as a version that is created by the approver', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  (await written(documentId, 'ready for readers')).link.close();
  await createApprovalRecorder(host.deps)({ documentId, userId: ben.userId });
  const [version] = await versionsOf(documentId);
  expect(version).toMatchObject({
    kind: 'approval',
    name: null,
    wordCount: 3,
    createdBy: { username: 'ben' },
  });
  expect(version?.authors.map(({ username }) => username)).toEqual(['ada']);
});

test('stores the state of an unchanged text once, however often it is approved or saved', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  (await written(documentId, 'ready for readers')).link.close();
  const approve = () => createApprovalRecorder(host.deps)({ documentId, userId: ben.userId });
  const ask = async () =>
    host.deps.db.transaction().execute(async (trx) =>
      createSaveVersion(host.deps)(trx, {
        documentId,
        name: 'For review',
        kind: 'named',
        createdBy: ada.userId,
        state: await host.deps.live.readState(documentId),
      }),
    );
  await approve();
  await approve();
  const [first, second] = [await ask(), await ask()];
  expect(second).toBe(first);
  await approve();
  expect(await versionsOf(documentId)).toMatchObject([{ kind: 'approval', name: 'For review' }]);
});
