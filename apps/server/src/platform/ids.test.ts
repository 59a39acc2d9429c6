import { expect, test } from 'vitest';
import { createIds } from './ids.ts';

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an id is a UUID version 7 that begins with its timestamp', () => {
  const id = createIds({ now: () => 0x0192_0304_0506 }).uuid();
  expect(id).toMatch(shape);
  expect(id.slice(0, 13)).toBe('01920304-0506');
});

test('ids of one millisecond are unique and sort in order of creation, also after a counter overflow', () => {
  const ids = createIds({ now: () => 1_700_000_000_000 });
  const made = Array.from({ length: 10_000 }, () => ids.uuid());
  expect(made.every((id) => shape.test(id))).toBe(true);
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test('ids stay in order when the clock steps back', () => {
  const times = [5_000_000, 4_000_000, 3_000_000, 5_000_001];
  const ids = createIds({ now: () => times.shift() ?? 0 });
  const made = [ids.uuid(), ids.uuid(), ids.uuid(), ids.uuid()];
  expect([...made].sort()).toEqual(made);
});
