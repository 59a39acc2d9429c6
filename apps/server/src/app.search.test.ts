import { afterAll, test, type ExpectStatic } from 'vitest';
import { searchAsked } from '@longhand/contract';
import { search } from './features/search/service.ts';
import { deleteParagraphs, openLiveHost, type Writer } from './live.testing.ts';

const host = await openLiveHost();
const [ada, ben] = await host.people('ada', 'ben');
afterAll(() => host.close());

const patience = { timeout: 60_000 };

async function ids(who: Writer, q: string): Promise<string[]> {
  const found = await search(host.database.kysely, who.userId, searchAsked.parse({ q }));
  return found.items.map(({ id }) => id);
}

const until = (expect: ExpectStatic, who: Writer, q: string) =>
  expect.poll(() => ids(who, q), patience);

test.concurrent(
  'finds typed text for its readers while the document is being edited, and no longer finds deleted text',
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
  'finds text that the server writes into a document, such as an import',
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
