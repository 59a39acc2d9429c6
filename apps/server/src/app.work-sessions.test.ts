import { afterAll, test } from 'vitest';
import * as Y from 'yjs';
import type { Version } from '@longhand/contract';
import { listVersions } from './features/versions/service.ts';
import { openLiveHost, writeParagraph, type OpenPage } from './live.testing.ts';
import { createUpdateLog } from './realtime/update-log.ts';

const host = await openLiveHost();
const [ada, ben] = await host.people('ada', 'ben');
afterAll(() => host.close());

// Leaving has a grace period, because a page reload does not count.
const patience = { timeout: 60_000 };

async function versionsOf(documentId: string): Promise<Version[]> {
  return (await listVersions(host.deps, ada.userId, { documentId, limit: 100 })).items;
}

async function written(documentId: string, text: string): Promise<OpenPage> {
  const page = await host.open(ada, documentId);
  page.write(text);
  await page.saved();
  return page;
}

test.concurrent(
  'creates one version with all authors when the last user leaves, and one activity entry per author',
  async ({ expect }) => {
    const documentId = await host.document(ada, [[ben, 'editor']]);
    const [adas, bens] = [
      await written(documentId, 'four words by Ada'),
      await host.open(ben, documentId),
    ];
    bens.write('two more');
    await bens.saved();
    adas.link.close();
    bens.link.close();
    await expect.poll(() => versionsOf(documentId), patience).toHaveLength(1);
    const [version] = await versionsOf(documentId);
    expect(version).toMatchObject({ kind: 'auto', name: null, number: 1, wordCount: 6 });
    expect(version?.createdBy.username).toBe('ben');
    expect(version?.authors.map(({ username }) => username)).toEqual(['ada', 'ben']);
    const activities = await host.database.kysely
      .selectFrom('activities')
      .selectAll()
      .where('document_id', '=', documentId)
      .execute();
    expect(activities.map(({ type }) => type)).toEqual(['document.edited', 'document.edited']);
    const added = activities.map(({ data }) => Number(data['wordsAdded']));
    expect(added.reduce((sum, words) => sum + words, 0)).toBe(6);

    const reader = await host.open(ben, documentId);
    reader.link.close();
    const again = await written(documentId, 'and more');
    again.link.close();
    await expect.poll(() => versionsOf(documentId), patience).toHaveLength(2);
  },
);

test.concurrent(
  'creates a version from updates that an earlier process stored but did not count before it stopped',
  async ({ expect }) => {
    const documentId = await host.document(ada);
    const doc = Object.assign(new Y.Doc(), { clientID: 78 });
    writeParagraph(doc, 'left behind');
    await createUpdateLog(host.database.pool).append([
      {
        documentId,
        seq: 1,
        updates: [Y.encodeStateAsUpdate(doc)],
        authorship: [
          {
            user: ben.userId,
            session: 's',
            at: Date.now(),
            inserted: [{ client: 78, from: 0, to: 13 }],
          },
        ],
        decisions: [],
        clients: [{ client: 78, user: ben.userId }],
      },
    ]);
    (await host.open(ada, documentId)).link.close();
    await expect.poll(() => versionsOf(documentId), patience).toHaveLength(1);
    const [version] = await versionsOf(documentId);
    expect(version?.authors.map(({ username }) => username)).toEqual(['ben']);
    expect(version?.wordCount).toBe(2);
  },
);

test.concurrent(
  'creates a version while users are still connected, after the maximum length of a work session',
  async ({ expect }) => {
    const short = await openLiveHost({ maxWorkSessionMs: 0 });
    const writer = await short.person('grace');
    const documentId = await short.document(writer);
    const page = await short.open(writer, documentId);
    page.write('still here');
    await page.saved();
    const listed = () => listVersions(short.deps, writer.userId, { documentId, limit: 10 });
    await expect
      .poll(async () => (await listed()).items.map(({ kind }) => kind), patience)
      .toEqual(['auto']);
    await short.close();
  },
);

test.concurrent(
  'creates a version while users are still connected, every ten minutes by default',
  async ({ expect }) => {
    const documentId = await host.document(ada);
    const { kysely } = host.database;
    const page = await written(documentId, 'three words first');
    const wordsAdded = async () => {
      const work = kysely.selectFrom('contributions').select('words_added');
      const rows = await work.where('document_id', '=', documentId).execute();
      return rows.map(({ words_added }) => words_added);
    };
    const began = (minutesAgo: number) =>
      kysely
        .updateTable('contributions')
        .set({ began_at: new Date(Date.now() - minutesAgo * 60_000) })
        .where('document_id', '=', documentId)
        .execute();
    await expect.poll(wordsAdded, patience).toEqual([3]);
    await began(9);
    page.write('after nine minutes');
    await page.saved();
    await expect.poll(wordsAdded, patience).toEqual([6]);
    expect(await versionsOf(documentId)).toEqual([]);
    await began(10);
    page.write('after ten');
    await page.saved();
    await expect.poll(() => versionsOf(documentId), patience).toMatchObject([{ wordCount: 8 }]);
    expect(page.link.state.connected).toBe(true);
    page.link.close();
  },
);
