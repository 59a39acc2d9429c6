import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordIndex } from './records.ts';

test('the status of a unit contains the deletions and changes whose ranges include it, in list order', () => {
  const range = fc.tuple(fc.constant(1), fc.nat(20), fc.integer({ min: 1, max: 20 }));
  const entry = fc.record({
    kind: fc.constantFrom('delete', 'change'),
    units: fc.array(range, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (given) => {
      const entries = given.map((each, i) => ({ ...each, id: `${i}`, set: {} }));
      const index = new RecordIndex(entries);
      for (let clock = 0; clock < 45; clock += 1) {
        const ids = (kind: string): string[] =>
          entries
            .filter(
              (each) =>
                each.kind === kind &&
                each.units.some(([, from, size]) => from <= clock && clock < from + size),
            )
            .map(({ id }) => id);
        const { deletions, changes } = index.status(1, clock);
        expect(deletions).toEqual(ids('delete'));
        expect([...new Set(changes.map(({ id }) => id))]).toEqual(ids('change'));
      }
    }),
  );
});

test('overlapping entries are read in linear time and memory', () => {
  const many = 30_000;
  const over = (kind: string) =>
    Array.from({ length: many }, (_, i) => ({
      kind,
      id: `${kind} ${i}`,
      set: {},
      units: [[1, i, many * 2 - i]],
    }));
  const index = new RecordIndex([...over('delete'), ...over('change')]);
  const { deletions, changes } = index.status(1, many + 1);
  expect(deletions[0]).toBe('delete 0');
  expect([deletions.length, changes.length]).toEqual([100, 100]);
  expect(index.status(1, 3).deletions).toHaveLength(4);
});
