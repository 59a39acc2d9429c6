import { expect, test } from 'vitest';
import { insertions, insertionsLike } from './insertions.ts';

test.each([
  ['', insertions.length, 'paragraph'],
  ['head', 4, 'heading1'],
  ['heading 2', 1, 'heading2'],
  ['h3', 1, 'heading3'],
  ['todo', 1, 'taskList'],
  ['call', 5, 'note'],
  ['WARN', 1, 'warning'],
  ['zebra', 0, undefined],
])('the query “%s” finds %i insertions', (query, count, first) => {
  const found = insertionsLike(insertions, query);
  expect(found).toHaveLength(count);
  expect(found[0]?.id).toBe(first);
});

test('ranks matches of the name before matches of other keywords', () => {
  expect(insertionsLike(insertions, 'ti')[0]?.id).toBe('tip');
  expect(insertionsLike(insertions, 'ti').map(({ id }) => id)).toContain('heading1');
});

test('every insertion has a unique name', () => {
  expect(new Set(insertions.map(({ name }) => name)).size).toBe(insertions.length);
});
