import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keys } from '../../api/keys.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { renamedIn, renameInLists } from './renamed-in.ts';

test('puts a new title into cached lists; returns other lists and other values as the same objects', () => {
  const list = {
    pages: [
      {
        items: [
          { id: 'a', title: '' },
          { id: 'b', title: 'B' },
        ],
        nextCursor: null,
      },
    ],
    pageParams: [null],
  };
  expect(renamedIn(list, { id: 'a', title: 'The lighthouse' })).toEqual({
    pages: [
      {
        items: [
          { id: 'a', title: 'The lighthouse' },
          { id: 'b', title: 'B' },
        ],
        nextCursor: null,
      },
    ],
    pageParams: [null],
  });
  for (const other of [
    list,
    undefined,
    null,
    { items: [] },
    { pages: [{ items: [null, 'a', { id: 'a' }] }] },
  ])
    expect(renamedIn(other, { id: 'c', title: 'C' })).toBe(other);
});

test('a rename changes cached lists with the document, and leaves outdated ones outdated', async () => {
  const store = createQueryClient();
  const listOf = (...items: { id: string; title: string }[]) => ({ pages: [{ items }] });
  const [recent, others] = [listOf({ id: 'a', title: '' }), listOf({ id: 'b', title: 'B' })];
  const renamed = listOf({ id: 'a', title: 'The lighthouse' });
  store.setQueryData(keys.recentDocuments, recent);
  store.setQueryData(keys.drafts, others);
  await store.invalidateQueries({ queryKey: keys.documents });
  store.setQueryData(keys.templates, recent);
  renameInLists(store, { id: 'a', title: 'The lighthouse' });
  const stateOf = (key: readonly string[]) => store.getQueryState(key);
  expect(stateOf(keys.recentDocuments)).toMatchObject({ isInvalidated: true, data: renamed });
  expect(stateOf(keys.drafts)).toMatchObject({ isInvalidated: true, data: others });
  expect(stateOf(keys.templates)).toMatchObject({ isInvalidated: false, data: renamed });
  store.clear();
});

test('a rename is shown at once in a list that is being fetched, which is fetched again', async () => {
  const store = createQueryClient();
  const listOf = (title: string) => ({ pages: [{ items: [{ id: 'a', title }] }] });
  const answers: ((list: unknown) => void)[] = [];
  const queryFn = () => new Promise<unknown>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(store, { queryKey: keys.drafts, queryFn });
  store.mount();
  const stop = observer.subscribe(() => undefined);
  answers[0]?.(listOf('Old'));
  await expect.poll(() => store.getQueryData(keys.drafts)).toEqual(listOf('Old'));
  void store.invalidateQueries({ queryKey: keys.drafts });
  renameInLists(store, { id: 'a', title: 'New' });
  expect(store.getQueryData(keys.drafts)).toEqual(listOf('New'));
  expect(answers).toHaveLength(3);
  answers[1]?.(listOf('Old'));
  answers[2]?.(listOf('New, read'));
  await expect.poll(() => store.getQueryData(keys.drafts)).toEqual(listOf('New, read'));
  stop();
  store.unmount();
  store.clear();
});
