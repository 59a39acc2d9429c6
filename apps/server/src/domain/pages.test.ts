import { expect, test } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../platform/refusal.ts';
import { momentKey, pageOf, readCursor } from './pages.ts';

const keys = z.tuple([momentKey, z.string()]);
const rows = [3, 2, 1].map((at) => ({ at, name: `row ${at}` }));
const page = (limit: number) =>
  pageOf(rows, { limit, keysOf: (row) => [row.at, row.name], present: (row) => row.name });

test('the cursor of a page contains the keys of its last row, and the last page has no cursor', () => {
  expect(page(2).items).toEqual(['row 3', 'row 2']);
  expect(readCursor(keys, page(2).nextCursor ?? '')).toEqual([2, 'row 2']);
  expect(page(3)).toEqual({ items: ['row 3', 'row 2', 'row 1'], nextCursor: null });
});

test('a missing cursor means the first page', () => {
  expect(readCursor(keys, undefined)).toBe(null);
  expect(readCursor(keys, '')).toBe(null);
});

const altered = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  'x',
  '%',
  '\u0000',
  altered(null),
  altered([1]),
  altered(['1', 'a']),
  altered([-1, 'a']),
  altered([1e300, 'a']),
])('refuses a forged or malformed cursor: %j', (cursor) => {
  expect(() => readCursor(keys, cursor)).toThrow(Refusal);
});
