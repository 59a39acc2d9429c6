import { afterAll, beforeAll, test } from 'vitest';
import * as Y from 'yjs';
import type { Version } from '@longhand/contract';
import { listVersions } from './features/versions/service.ts';
import {
  openLiveHost,
  writeParagraph,
  type LiveHost,
  type OpenPage,
  type Writer,
} from './live.testing.ts';
import { createUpdateLog } from './realtime/update-log.ts';

let host: LiveHost;
let ada: Writer;
let ben: Writer;
beforeAll(async () => {
  host = await openLiveHost();
  [ada, ben] = [await host.person('ada'), await host.person('ben')];
});
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
  'a version comes about by itself when the last one leaves, once, with who wrote, and activity tells of each',
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
    const told = await host.database.kysely
      .selectFrom('activities')
      .selectAll()
      .where('document_id', '=', documentId)
      .execute();
    expect(told.map(({ type }) => type)).toEqual(['document.edited', 'document.edited']);
    const added = told.map(({ data }) => Number(data['wordsAdded']));
    expect(added.reduce((sum, words) => sum + words, 0)).toBe(6);

    const reader = await host.open(ben, documentId);
    reader.link.close();
    const again = await written(documentId, 'and more');
    again.link.close();
    await expect.poll(() => versionsOf(documentId), patience).toHaveLength(2);
  },
);

test.concurrent(
  'a version is made of what a process before this one stored and did not live to count',
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
  'a version comes about while people stay, after the longest stretch of work',
  async ({ expect }) => {
    const short = await openLiveHost({ stretchMs: 0 });
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
