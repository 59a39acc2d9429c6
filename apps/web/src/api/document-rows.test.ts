import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import type { Document } from '@longhand/contract';
import { expect, onTestFinished, test } from 'vitest';
import { neededAfter, storeRow, withRow, type ListRule, type RowField } from './document-rows.ts';
import { keys } from './keys.ts';
import { createQueryClient } from './query-client.ts';
import type { Pages } from './refresh.ts';

/** A document whose title and time of the last edit are given. */
const documentOf = (id: string, title = id, updatedAt = '') =>
  ({ id, title, updatedAt }) as Document;

const pagesOf = (...pages: Document[][]): Pages => ({
  pages: pages.map((items) => ({ items, nextCursor: null })),
  pageParams: pages.map(() => null),
});

const said = ({ pages }: Pages): string =>
  pages.map(({ items }) => items.map((row) => (row as Document).title).join(' ')).join(' | ');

const newestFirst: ListRule = { dependsOn: [], newestFirst: true };
const three = pagesOf(
  [documentOf('a', 'A', '5'), documentOf('b', 'B', '4')],
  [documentOf('c', 'C', '3')],
);

test.each<[string, ListRule | undefined, Document, string]>([
  ['in its place', { dependsOn: [] }, documentOf('c', 'new', '9'), 'A B | new'],
  ['at the top, edited last', newestFirst, documentOf('c', 'new', '9'), 'new A B | '],
  ['between others, edited in between', newestFirst, documentOf('a', 'new', '4.5'), 'new B | C'],
  ['at the end, read out of order', newestFirst, documentOf('a', 'new', '1'), 'B | C new'],
  ['in its place, not edited', newestFirst, documentOf('b', 'new', '4'), 'A new | C'],
  ['in a list without a rule', undefined, documentOf('b', 'new', '9'), 'A new | C'],
])('replaces a row %s', (_what, rule, document, after) => {
  expect(said(withRow(three, document, rule))).toBe(after);
});

test('returns a list without the document, and one with the same row, as the same object', () => {
  expect(withRow(three, documentOf('d'), newestFirst)).toBe(three);
  expect(withRow(three, documentOf('b', 'B', '4'), newestFirst)).toBe(three);
  const tags = { pages: [{ items: [{ id: 'a', name: 'tag' }], nextCursor: null }], pageParams: [] };
  expect(withRow(tags, documentOf('a'))).toBe(tags);
});

test('a new row changes cached lists with the document, and leaves outdated ones outdated', async () => {
  const store = createQueryClient();
  const [recent, others] = [pagesOf([documentOf('a')]), pagesOf([documentOf('b')])];
  const renamed = pagesOf([documentOf('a', 'The lighthouse')]);
  store.setQueryData(keys.recentDocuments, recent);
  store.setQueryData(keys.drafts, others);
  await store.invalidateQueries({ queryKey: keys.documents });
  store.setQueryData(keys.archivedDocuments, recent);
  storeRow(store, documentOf('a', 'The lighthouse'));
  const stateOf = (key: readonly string[]) => store.getQueryState(key);
  expect(stateOf(keys.recentDocuments)).toMatchObject({ isInvalidated: true, data: renamed });
  expect(stateOf(keys.drafts)).toMatchObject({ isInvalidated: true, data: others });
  expect(stateOf(keys.archivedDocuments)).toMatchObject({ isInvalidated: false, data: renamed });
  store.clear();
});

test('a row that was requested before a list was fetched does not change that list', () => {
  const store = createQueryClient();
  store.setQueryData(keys.drafts, three, { updatedAt: 2_000 });
  storeRow(store, documentOf('a', 'older'), 1_000);
  expect(store.getQueryData(keys.drafts)).toBe(three);
  storeRow(store, documentOf('a', 'newer'), 3_000);
  expect(said(store.getQueryData(keys.drafts) ?? three)).toBe('newer B | C');
  store.clear();
});

test('a new row is shown at once in a list that is being fetched, which is fetched again', async () => {
  const store = createQueryClient();
  const listOf = (title: string) => pagesOf([documentOf('a', title)]);
  const answers: ((list: Pages) => void)[] = [];
  const queryFn = () => new Promise<Pages>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(store, { queryKey: keys.drafts, queryFn });
  store.mount();
  const stop = observer.subscribe(() => undefined);
  answers[0]?.(listOf('Old'));
  await expect.poll(() => store.getQueryData(keys.drafts)).toEqual(listOf('Old'));
  void store.invalidateQueries({ queryKey: keys.drafts });
  storeRow(store, documentOf('a', 'New'));
  expect(store.getQueryData(keys.drafts)).toEqual(listOf('New'));
  expect(answers).toHaveLength(3);
  answers[1]?.(listOf('Old'));
  answers[2]?.(listOf('New, read'));
  await expect.poll(() => store.getQueryData(keys.drafts)).toEqual(listOf('New, read'));
  stop();
  store.unmount();
  store.clear();
});

/** Returns what a list of documents needs after fields of a document have changed. */
async function needed(
  rule: ListRule | undefined,
  { documentId, fields, more = false }: { documentId: string; fields: RowField[]; more?: boolean },
) {
  const store = createQueryClient();
  onTestFinished(() => store.clear());
  const page = { items: [documentOf('a')], nextCursor: more ? 'after a' : null };
  const observer = new InfiniteQueryObserver(store, {
    queryKey: keys.drafts,
    queryFn: async () => page,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    meta: { rule },
  });
  const query = store.getQueryCache().find({ queryKey: keys.drafts });
  if (query === undefined) throw new Error('the list is not in the cache');
  const whileFetching = neededAfter(query, documentId, new Set(fields));
  await observer.fetchOptimistic(observer.options as never);
  return { whileFetching, afterwards: neededAfter(query, documentId, new Set(fields)) };
}

const renamed: RowField[] = ['title', 'updatedAt'];

test.each<[string, ListRule | undefined, Parameters<typeof needed>[1], 'list' | 'row' | null]>([
  ['the row', newestFirst, { documentId: 'a', fields: renamed }, 'row'],
  [
    'the row, whatever follows',
    newestFirst,
    { documentId: 'a', fields: renamed, more: true },
    'row',
  ],
  ['nothing without the document', newestFirst, { documentId: 'b', fields: renamed }, null],
  [
    'itself if the row may move in',
    newestFirst,
    { documentId: 'b', fields: renamed, more: true },
    'list',
  ],
  ['nothing if no row moves', newestFirst, { documentId: 'b', fields: ['tags'], more: true }, null],
  [
    'nothing in an order that stays',
    { dependsOn: [] },
    { documentId: 'b', fields: renamed, more: true },
    null,
  ],
  [
    'itself if it depends on the field',
    { dependsOn: ['title'] },
    { documentId: 'a', fields: renamed },
    'list',
  ],
  ['itself without a rule', undefined, { documentId: 'b', fields: [] }, 'list'],
])('after a change, a list needs %s', async (_what, rule, change, expected) => {
  expect(await needed(rule, change)).toEqual({ whileFetching: 'list', afterwards: expected });
});
