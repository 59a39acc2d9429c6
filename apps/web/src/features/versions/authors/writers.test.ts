import type { Authors, Person } from '@longhand/contract';
import { attributeRuns } from '@longhand/document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTo, colorsFor, gathered, passagesOf, sharesOf, wholePercents } from './writers.ts';

const person = (name: string, avatarColor = '#291596'): Person => ({
  id: name,
  username: name,
  name,
  avatarColor,
});
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const answer = (
  after: number,
  seq: number,
  name: string,
  writings: Authors['writings'],
): Authors => ({
  after,
  seq,
  people: [person(name)],
  writings,
});

test('appends a later response, and replaces everything by a response from the beginning', () => {
  const first = addTo(
    undefined,
    answer(0, 4, 'ada', [{ person: 0, at: at(0), how: 'typed', ranges: [[1, 0, 4]] }]),
  );
  const second = addTo(
    first,
    answer(4, 6, 'ben', [{ person: 0, at: at(1), how: 'import', ranges: [[2, 0, 3]] }]),
  );
  expect(second.known.map(({ person: { name }, how }) => [name, how])).toEqual([
    ['ada', 'typed'],
    ['ben', 'import'],
  ]);
  expect(addTo(second, answer(0, 7, 'eve', [])).known).toEqual([]);
});

test('computes shares in letters, with text of unknown authors last', () => {
  const { known } = addTo(undefined, {
    after: 0,
    seq: 2,
    people: [person('ada'), person('ben')],
    writings: [
      { person: 0, at: at(0), how: 'typed', ranges: [[1, 0, 3]] },
      { person: 1, at: at(1), how: 'import', ranges: [[2, 0, 5]] },
      { person: 0, at: at(9), how: 'typed', ranges: [[1, 3, 4]] },
    ],
  });
  const run = (from: number, client: number, clock: number, length: number) => ({
    from,
    to: from + length,
    client,
    clock,
    isNode: false,
  });
  const runs = attributeRuns([run(1, 1, 0, 4), run(5, 9, 0, 1), run(6, 2, 0, 5)], known);
  expect(
    sharesOf(runs).map(({ person: who, percent, hows }) => [who?.name ?? null, percent, hows]),
  ).toEqual([
    ['ben', 50, ['import']],
    ['ada', 40, ['typed']],
    [null, 10, []],
  ]);
  const passages = passagesOf(runs);
  expect(passages.map(({ from, to, by }) => [from, to, by?.at ?? null])).toEqual([
    [1, 4, at(0)],
    [4, 5, at(9)],
    [5, 6, null],
    [6, 11, at(1)],
  ]);
  expect(gathered(passages).map(({ from, to }) => [from, to])).toEqual([
    [1, 5],
    [5, 6],
    [6, 11],
  ]);
});

test('whole percentages add up to 100', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 12 }),
      (parts) => {
        const percents = wholePercents(parts);
        expect(percents.reduce((all, part) => all + part, 0)).toBe(
          parts.some((part) => part > 0) ? 100 : 0,
        );
      },
    ),
  );
});

test('gives two users with the same colour different colours', () => {
  const colors = colorsFor([person('ada'), person('ben'), person('eve', '#d42515'), person('ada')]);
  expect([colors.get('ada'), colors.get('eve')]).toEqual(['#291596', '#d42515']);
  expect(new Set(colors.values()).size).toBe(3);
});
