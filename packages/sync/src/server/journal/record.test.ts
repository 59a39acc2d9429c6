import { expect, test } from 'vitest';
import { packRecord, unpackRecord, type JournalRecord } from './record.ts';

const large = new Uint8Array(100_000).fill(7);

function entry(seq: number, updates: Uint8Array[]): JournalRecord['entries'][number] {
  return { documentId: 'a', seq, updates, authorship: [], decisions: [], clients: [] };
}

test('a large update is not copied into its record, and the record decodes', () => {
  const small = [Uint8Array.of(1, 2), Uint8Array.of()];
  const record = {
    timeline: 'this one',
    entries: [entry(1, [...small, large, ...small]), entry(2, [large, large]), entry(3, small)],
  };
  const pieces = packRecord(record);
  expect(pieces.filter((piece) => piece === large)).toHaveLength(3);
  expect(unpackRecord(Uint8Array.from(pieces.flatMap((piece) => [...piece])))).toEqual(record);
});

test('a record of small updates is one piece', () => {
  const record = { timeline: 'this one', entries: [entry(1, [Uint8Array.of(1)])] };
  expect(packRecord(record)).toHaveLength(1);
});
