import { expect, test } from 'vitest';
import {
  copiesToEvict,
  confirmedFor,
  isConfirmed,
  maxCopies,
  maxBytes,
  type CopyInfo,
} from './bounds.ts';

const copy = (n: number, part: Partial<CopyInfo> = {}): CopyInfo => ({
  id: `d${n}`,
  favourite: false,
  openedAt: n,
  bytes: 1_000,
  ...part,
});

test('evicts the least recently opened copies, and counts favourites separately', () => {
  const some = Array.from({ length: maxCopies.others + 2 }, (_, n) => copy(n));
  expect(copiesToEvict(some).toSorted()).toEqual(['d0', 'd1']);
  expect(copiesToEvict([...some.slice(2), copy(0, { favourite: true })])).toEqual([]);
});

test('limits the number of favourites as well', () => {
  const some = Array.from({ length: maxCopies.favourites + 1 }, (_, n) =>
    copy(n, { favourite: true }),
  );
  expect(copiesToEvict(some)).toEqual(['d0']);
});

test('evicts the oldest copies first and favourites last if there are too many bytes, but never the last copy', () => {
  const half = maxBytes / 2;
  expect(
    copiesToEvict([copy(1, { bytes: half }), copy(2, { bytes: half }), copy(3, { bytes: 1 })]),
  ).toEqual(['d1']);
  expect(
    copiesToEvict([
      copy(1, { bytes: half, favourite: true }),
      copy(2, { bytes: half }),
      copy(3, { bytes: 1 }),
    ]),
  ).toEqual(['d2']);
  expect(copiesToEvict([copy(1, { bytes: 2 * maxBytes })])).toEqual([]);
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
