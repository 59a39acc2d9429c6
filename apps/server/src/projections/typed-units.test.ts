import { expect, test } from 'vitest';
import { joinChanges, note, apportion, type Changes } from './typed-units.ts';

const units = (count: number) => [{ client: 1, from: 0, to: count }];

test('records the first and last time and the units of each writer, the latest writer last', () => {
  const changes: Changes = { last: 0, by: new Map() };
  note(changes, [{ user: 'ada', session: '', at: 10, inserted: units(3) }]);
  note(changes, [{ user: 'ben', session: '', at: 20, inserted: [] }]);
  note(changes, [{ user: 'ada', session: '', at: 30, inserted: units(4) }]);
  expect([...changes.by]).toEqual([
    ['ben', { first: 20, last: 20, units: 0 }],
    ['ada', { first: 10, last: 30, units: 7 }],
  ]);
});

test('two merged counts equal one count of both', () => {
  const [earlier, later]: Changes[] = [
    { last: 0, by: new Map() },
    { last: 0, by: new Map() },
  ] as const;
  if (earlier === undefined || later === undefined) throw new Error('two were made');
  note(earlier, [{ user: 'ada', session: '', at: 10, inserted: units(3) }]);
  note(later, [{ user: 'ben', session: '', at: 15, inserted: units(1) }]);
  note(later, [{ user: 'ada', session: '', at: 20, inserted: units(2) }]);
  expect([...joinChanges(earlier, later).by]).toEqual([
    ['ben', { first: 15, last: 15, units: 1 }],
    ['ada', { first: 10, last: 20, units: 5 }],
  ]);
});

test.each([
  [10, [1, 1], [5, 5]],
  [10, [3, 1], [7, 3]],
  [1, [1, 1, 1], [0, 0, 1]],
  [7, [0, 0], [0, 7]],
  [0, [5, 1], [0, 0]],
  [3, [7], [3]],
])('divides %i words in the ratio %j as %j', (total, parts, shares) => {
  expect(apportion(total, parts)).toEqual(shares);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
});
