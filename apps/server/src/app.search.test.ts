import { sql } from 'kysely';
import { afterAll, beforeAll, test, type ExpectStatic } from 'vitest';
import * as Y from 'yjs';
import { searchAsked } from '@longhand/contract';
import { search } from './features/search/service.ts';
import {
  deleteParagraphs,
  openLiveHost,
  type LiveHost,
  type Writer,
  writeParagraph,
} from './live.testing.ts';
import { systemClock } from './platform/clock.ts';
import { createSearchIndexer } from './realtime/search-indexer.ts';
import { createUpdateLog } from './realtime/update-log.ts';
import { createWorkers } from './realtime/workers.ts';

let host: LiveHost;
let ada: Writer;
let ben: Writer;
beforeAll(async () => {
  host = await openLiveHost();
  [ada, ben] = [await host.person('ada'), await host.person('ben')];
});
afterAll(() => host.close());

const patience = { timeout: 60_000 };

async function ids(who: Writer, q: string): Promise<string[]> {
  const found = await search(host.database.kysely, who.userId, searchAsked.parse({ q }));
  return found.items.map(({ id }) => id);
}

const until = (expect: ExpectStatic, who: Writer, q: string) =>
  expect.poll(() => ids(who, q), patience);

test.concurrent(
  'what is typed is found by whoever may read it while people go on, and what is taken out is not',
  async ({ expect }) => {
    const documentId = await host.document(ada);
    const page = await host.open(ada, documentId);
    page.write('The archipelago');
    await page.saved();
    await until(expect, ada, 'archipelago').toEqual([documentId]);
    expect(await ids(ben, 'archipelago')).toEqual([]);
    page.type(' has lagoons');
    await until(expect, ada, 'archipelago lagoons').toEqual([documentId]);
    deleteParagraphs(page.doc, 0);
    await until(expect, ada, 'lagoons').toEqual([]);
  },
);

test.concurrent(
  'what the server writes is found, as what a version brings back',
  async ({ expect }) => {
    const documentId = await host.document(ada);
    const text = { type: 'text', text: 'A restored mausoleum' };
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] };
    await host.live.edit(documentId, {
      by: { userId: ada.userId, sessionId: null },
      how: 'import',
      content,
    });
    await until(expect, ada, 'mausoleum').toEqual([documentId]);
  },
);

test.concurrent(
  'what a process stored and did not live to look at is found after the next start',
  async ({ expect }) => {
    const documentId = await host.document(ada);
    const doc = Object.assign(new Y.Doc(), { clientID: 78 });
    writeParagraph(doc, 'left in a catacomb');
    const updates = createUpdateLog(host.database.pool);
    const by = {
      user: ada.userId,
      session: 's',
      at: Date.now(),
      inserted: [{ client: 78, from: 0, to: 20 }],
    };
    const entry = {
      documentId,
      seq: 1,
      updates: [Y.encodeStateAsUpdate(doc)],
      authorship: [by],
      decisions: [],
    };
    await updates.append([{ ...entry, clients: [{ client: 78, user: ada.userId }] }]);

    const workers = createWorkers();
    const whole = async (id: string) => {
      const stored = id === documentId ? await updates.load(id) : null;
      return (
        stored && {
          seq: stored.entries.at(-1)?.seq ?? 0,
          updates: stored.entries.flatMap((row) => row.updates),
        }
      );
    };
    const errors: unknown[] = [];
    const report = (error: unknown) => void errors.push(error);
    const searchIndexer = createSearchIndexer({
      db: host.database.kysely,
      workers,
      clock: systemClock,
      whole,
      report,
    });
    await searchIndexer.sweep();
    await until(expect, ada, 'catacomb').toEqual([documentId]);
    const { rows } = await sql<{
      seq: number;
    }>`select seq from document_search where document_id = ${documentId}`.execute(
      host.database.kysely,
    );
    expect(rows).toEqual([{ seq: 1 }]);
    await searchIndexer.close();
    await workers.close();
    expect(errors).toEqual([]);
  },
);

test.concurrent(
  'a document that cannot be read fails by itself, and is read again when it changes',
  async ({ expect }) => {
    const documentId = await host.document(ada);
    const workers = createWorkers();
    let readings = 0;
    const failures: string[] = [];
    const whole = (id: string) => {
      if (id !== documentId) return Promise.resolve(null);
      readings += 1;
      return readings === 1 ? Promise.reject(new Error('unreadable')) : Promise.resolve(null);
    };
    const report = (_error: unknown, id: string) => void failures.push(id);
    const searchIndexer = createSearchIndexer({
      db: host.database.kysely,
      workers,
      clock: systemClock,
      whole,
      report,
    });
    searchIndexer.changed(documentId);
    await expect.poll(() => failures, patience).toEqual([documentId]);
    searchIndexer.changed(documentId);
    await expect.poll(() => readings, patience).toBe(2);
    await searchIndexer.close();
    await workers.close();
    expect(failures).toEqual([documentId]);
  },
);
