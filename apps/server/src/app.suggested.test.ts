import { afterAll, expect, test } from 'vitest';
import { rootsIn } from '@longhand/sync/protocol';
import { listWaitingSuggestions } from './features/waiting/suggestions-store.ts';
import {
  deleteParagraphs,
  openLiveHost,
  suggestWords,
  type OpenPage,
  type Writer,
} from './live.testing.ts';

const host = await openLiveHost();
const [ada, ben, eve] = await host.people('ada', 'ben', 'eve');
afterAll(() => host.close());

async function waitingFor({ userId }: Writer): Promise<[string, number, string[]][]> {
  const { items } = await listWaitingSuggestions(host.database.kysely, userId, { limit: 50 });
  return items.map(({ documentId, count, by }) => [
    documentId,
    count,
    by.map(({ username }) => username),
  ]);
}

/** Accepts suggested text, as the editor does. */
function accept({ doc, link }: OpenPage, id: string): void {
  const { suggestions } = rootsIn(doc);
  const entries = suggestions.toArray() as { kind: string; id: string; [key: string]: unknown }[];
  const inserted = entries.find((entry) => entry.kind === 'insert' && entry.id === id);
  link.together(() => {
    suggestions.push([
      { kind: 'accepted', units: [[inserted?.['client'], inserted?.['clock'], ` ${id}`.length]] },
    ]);
    link.declare({ verdict: 'accept', ids: [id] });
  });
}

/** Rejects suggested text, as the editor does. */
function reject({ doc, link }: OpenPage, id: string): void {
  const { text } = rootsIn(doc);
  const units = (text.toDelta() as { insert: unknown }[])
    .map(({ insert }) => (typeof insert === 'string' ? insert : '\n'))
    .join('');
  link.together(() => {
    text.delete(units.indexOf(` ${id}`), ` ${id}`.length);
    link.declare({ verdict: 'reject', ids: [id] });
  });
}

test('lists suggestions of others as waiting for users who may decide and take part, until they are decided', async () => {
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
  accept(bens, 'it');
  await bens.saved();
  await expect.poll(() => waitingFor(ben)).toEqual([[documentId, 1, ['eve']]]);
  reject(bens, 'rained');
  await bens.saved();
  await expect.poll(() => waitingFor(ben)).toEqual([]);
  expect(await waitingFor(ada)).toEqual([[documentId, 1, ['ben']]]);
  await expect.poll(() => page.text()).not.toContain('rained');
  expect(page.text()).toContain(' it');
  deleteParagraphs(page.doc, 0);
  await page.saved();
  await expect.poll(() => waitingFor(ada)).toEqual([]);
  for (const each of [page, bens, eves]) each.link.close();
});

test('refuses a suggestion in the name of another user, and does not list that user as its author', async () => {
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

test('counts stored suggestions of authors who have not written in the document, without naming them', async () => {
  const documentId = await host.document(ada, [[ben, 'editor']]);
  const outsider = await host.person('outsider');
  const page = await host.open(ada, documentId);
  page.write('One morning');
  await page.saved();
  const bens = await host.open(ben, documentId);
  await expect.poll(() => bens.text()).toContain('One morning');
  suggestWords(bens, ben, 'honest', 1_000);
  await bens.saved();
  await expect.poll(() => waitingFor(ada)).toContainEqual([documentId, 1, ['ben']]);
  for (const each of [page, bens]) each.link.close();
  await host.database.kysely
    .insertInto('document_suggestions')
    .values({
      document_id: documentId,
      author_id: outsider.userId,
      count: 2,
      last_at: new Date(2_000),
    })
    .execute();
  expect(await waitingFor(ada)).toContainEqual([documentId, 3, ['ben']]);
});
