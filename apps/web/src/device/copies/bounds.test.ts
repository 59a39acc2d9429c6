import { expect, test } from 'vitest';
import { beyond, confirmedFor, isConfirmed, most, mostBytes, type Kept } from './bounds.ts';

const kept = (n: number, part: Partial<Kept> = {}): Kept => ({
  id: `d${n}`,
  favourite: false,
  openedAt: n,
  bytes: 1_000,
  ...part,
});

test('evicts the least recently opened copies, and counts favourites separately', () => {
  const some = Array.from({ length: most.others + 2 }, (_, n) => kept(n));
  expect(beyond(some).toSorted()).toEqual(['d0', 'd1']);
  expect(beyond([...some.slice(2), kept(0, { favourite: true })])).toEqual([]);
});

test('limits the number of favourites as well', () => {
  const some = Array.from({ length: most.favourites + 1 }, (_, n) => kept(n, { favourite: true }));
  expect(beyond(some)).toEqual(['d0']);
});

test('evicts the oldest copies first and favourites last if there are too many bytes, but never the last copy', () => {
  const half = mostBytes / 2;
  expect(
    beyond([kept(1, { bytes: half }), kept(2, { bytes: half }), kept(3, { bytes: 1 })]),
  ).toEqual(['d1']);
  expect(
    beyond([
      kept(1, { bytes: half, favourite: true }),
      kept(2, { bytes: half }),
      kept(3, { bytes: 1 }),
    ]),
  ).toEqual(['d2']);
  expect(beyond([kept(1, { bytes: 2 * mostBytes })])).toEqual([]);
});

test('copies are available as long as an unused session lasts, and not after the clock was set back', () => {
  const day = 86_400_000;
  expect(confirmedFor).toBe(30 * day);
  const [confirmedAt, until] = [100 * day, 130 * day];
  expect([0, 29, 29.9].map((days) => isConfirmed(until, confirmedAt + days * day))).toEqual([
    true,
    true,
    true,
  ]);
  expect([30, 31, 400].map((days) => isConfirmed(until, confirmedAt + days * day))).toEqual([
    false,
    false,
    false,
  ]);
  expect(isConfirmed(until, confirmedAt - day)).toBe(false);
  expect(isConfirmed(undefined, confirmedAt)).toBe(false);
});
