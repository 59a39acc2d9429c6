import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWaitingSuggestions } from './features/waiting/suggestions-store.ts';
import {
  deleteParagraphs,
  openLiveHost,
  suggestWords,
  type LiveHost,
  type Writer,
} from './live.testing.ts';

let host: LiveHost;
let ada: Writer;
let ben: Writer;
let eve: Writer;
beforeAll(async () => {
  host = await openLiveHost();
  [ada, ben, eve] = [await host.person('ada'), await host.person('ben'), await host.person('eve')];
});
afterAll(() => host.close());

async function waitingFor({ userId }: Writer): Promise<[string, number, string[]][]> {
  const { items } = await listWaitingSuggestions(host.database.kysely, userId, { limit: 50 });
  return items.map(({ documentId, count, by }) => [
    documentId,
    count,
    by.map(({ username }) => username),
  ]);
}

test('suggestions of others wait for who may decide on them and has a part in the document, until they are decided', async () => {
  const documentId = await host.document(ada, [
    [ben, 'editor'],
    [eve, 'reviewer'],
  ]);
  const page = await host.open(ada, documentId);
  page.write('One morning');
  await page.saved();
  const eves = await host.open(eve, documentId);
  await expect.poll(() => eves.text()).toContain('One morning');
  suggestWords(eves, eve, 'it', 1_000);
  suggestWords(eves, eve, 'rained', 2_000);
  await eves.saved();
  await expect.poll(() => waitingFor(ada)).toEqual([[documentId, 2, ['eve']]]);
  // Ben may decide, but is not involved yet. Eve may not decide.
  expect([await waitingFor(ben), await waitingFor(eve)]).toEqual([[], []]);
  const bens = await host.open(ben, documentId);
  bens.write('Another paragraph');
  suggestWords(bens, ben, 'hard', 3_000);
  await bens.saved();
  await expect.poll(() => waitingFor(ada)).toEqual([[documentId, 3, ['eve', 'ben']]]);
  expect(await waitingFor(ben)).toEqual([[documentId, 2, ['eve']]]);
  deleteParagraphs(page.doc, 0);
  await page.saved();
  await expect.poll(() => waitingFor(ada)).toEqual([]);
  for (const each of [page, bens, eves]) each.link.close();
});

test('a suggestion in the name of another person is refused, and names nobody', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  const stranger = await host.person('stranger');
  const page = await host.open(ada, documentId);
  page.write('One morning');
  await page.saved();
  const bens = await host.open(ben, documentId);
  await expect.poll(() => bens.text()).toContain('One morning');
  suggestWords(bens, ben, 'honest', 2_000);
  await bens.saved();
  suggestWords(bens, stranger, 'forged', 1_000);
  await expect.poll(() => bens.link.state.saved.kind).toBe('not_saved');
  await expect.poll(() => waitingFor(ada)).toEqual([[documentId, 1, ['ben']]]);
  for (const each of [page, bens]) each.link.close();
});
