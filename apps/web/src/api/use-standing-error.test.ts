import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { standingOf, useStandingError } from './use-standing-error.ts';

const [gone, away] = [new Error('gone'), new Error('away')];
const kepts = [
  null,
  { id: 'one', error: gone },
  { id: 'two', error: gone },
  { id: 'one', error: away },
];
const queries = [undefined, 'read'].flatMap((data) =>
  [null, gone, away].map((error) => ({ data, error })),
);
const cases = kepts.flatMap((kept) => queries.map((query) => ({ kept, query })));

test.each(cases)('standingOf is idempotent: $kept, $query', ({ kept, query }) => {
  const standing = standingOf(kept, 'one', query);
  expect(standingOf(standing, 'one', query)).toBe(standing);
});

test('keeps an error during a refetch, and clears it with an answer or for another resource', () => {
  const standing = standingOf(null, 'one', { data: undefined, error: gone });
  expect(standing?.error).toBe(gone);
  expect(standingOf(standing, 'one', { data: undefined, error: null })).toBe(standing);
  expect(standingOf(standing, 'one', { data: 'read', error: null })).toBeNull();
  expect(standingOf(standing, 'two', { data: undefined, error: null })).toBeNull();
});

test('renders the error if cached data can no longer be read, for example after the removal of the user', () => {
  const Page = () => useStandingError('one', { data: 'read before', error: gone })?.message;
  expect(renderToString(createElement(Page))).toBe('gone');
});
