import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { compactUpdates } from '../compact.ts';
import { createCommittedLog } from '../committed-log.ts';
import { validateUpdate, addToIndex } from '../validate-update.ts';
import { emptyIndex } from '../struct-index.ts';
import { seededRandom, randomEdit } from '../../testing/random-edit.ts';
import type { Range } from '../../protocol/update.ts';
import { entryOf, type SuggestionRecord, type Recorded } from './records.ts';
import { Suggestions } from './suggestions.ts';

/** Large enough that an algorithm with quadratic cost would take minutes. */
const many = 200_000;

const entry = (value: object): SuggestionRecord => {
  const read = entryOf(value);
  if (read === null) throw new Error('no entry');
  return read;
};

const recorded = (make: (i: number) => object, client = 1): Recorded[] =>
  Array.from({ length: many }, (_, i) => ({ client, clock: i, entry: entry(make(i)) }));

const single = (clock: number, client = 1): Range => ({ client, from: clock, to: clock + 1 });

/** Every second unit, from the last one to the first. */
const everySecond = Array.from({ length: many / 2 }, (_, i) => single(many - 2 - i * 2));

test('adds and removes entries in linear time', () => {
  const suggestions = new Suggestions();
  suggestions.add(
    recorded((i) => ({ kind: 'delete', id: `${i % 1_000}`, units: [[2, i, 1]] })),
    [],
  );
  suggestions.add([], everySecond);
  suggestions.add([], everySecond);
  expect(suggestions.entryCount('1')).toBe(200);
  expect(suggestions.entryCount('0')).toBe(0);
  let seen = 0;
  for (const range of everySecond)
    suggestions.eachEntry({ ...range, to: range.to + 1 }, () => (seen += 1));
  expect(seen).toBe(many / 2);
});

test('finds the suggestion of a unit in sublinear time, for entries in any order', () => {
  const suggestions = new Suggestions();
  suggestions.add(
    recorded((i) => ({ kind: 'insert', id: `${many - 1 - i}`, client: 3, clock: many - 1 - i })),
    [],
  );
  for (let clock = 0; clock < many; clock += 1)
    expect(suggestions.insertionOf(3, clock)).toBe(`${clock}`);
  for (let clock = 0; clock < many - 3; clock += 1)
    expect(suggestions.startsIn({ client: 3, from: clock, to: clock + 3 })).toHaveLength(2);
  suggestions.add([], everySecond);
  expect(suggestions.insertionOf(3, 4)).toBe('4');
  expect(suggestions.insertionOf(3, 5)).toBe('4');
});

test('knows which units are accepted, for entries in any order', () => {
  const suggestions = new Suggestions();
  suggestions.add(
    recorded((i) => ({ kind: 'accepted', units: [[3, (many - i) * 2, 1]] })),
    [],
  );
  for (let clock = 2; clock < many * 2; clock += 1)
    expect(suggestions.hasAccepted({ client: 3, from: clock, to: clock + 1 })).toBe(
      clock % 2 === 0,
    );
  expect(suggestions.unaccepted({ client: 3, from: 2, to: many * 2 })).toHaveLength(many - 1);
  suggestions.add([], [{ client: 1, from: 0, to: many }]);
  expect(suggestions.hasAccepted({ client: 3, from: 0, to: many * 3 })).toBe(false);
});

test('an entry that repeats one range is processed once', () => {
  const suggestions = new Suggestions();
  const units = Array.from({ length: many }, () => [3, 0, 1_000]);
  suggestions.add([{ client: 1, clock: 0, entry: entry({ kind: 'accepted', units }) }], []);
  expect(suggestions.unaccepted({ client: 3, from: 0, to: 2_000 })).toEqual([
    { client: 3, from: 1_000, to: 2_000 },
  ]);
});

test('a compaction changes nothing that is known about suggestions, including later ones', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const random = seededRandom(seed);
    const doc = Object.assign(new Y.Doc(), { clientID: 10 });
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    const live = { knowledge: emptyIndex(), suggestions: new Suggestions() };
    let snapshot = null;
    for (let i = 0; i < 120; i += 1) {
      doc.clientID = 10 + Math.floor(random() * 4);
      randomEdit(doc, random, `person ${i % 3}`);
      if (i === 80) snapshot = { seq: updates.length, ...compactUpdates(updates) };
    }
    for (const update of updates) {
      const validation = validateUpdate(update, live.knowledge);
      if (validation.kind !== 'new') throw new Error(validation.kind);
      addToIndex(live.knowledge, validation.additions);
      live.suggestions.add(validation.entries, validation.additions.deletes);
    }
    const entries = updates
      .map((update, i) => ({ seq: i + 1, updates: [update] }))
      .filter(({ seq }) => seq > (snapshot?.seq ?? 0));
    const again = createCommittedLog({ epoch: 1, snapshot, entries, clients: new Map() }).known();
    for (let person = 0; person < 3; person += 1)
      for (let i = 0; i < 5; i += 1) {
        const id = `person ${person} ${i}`;
        expect(again.suggestions.authorOf(id), `seed ${seed}`).toBe(live.suggestions.authorOf(id));
        expect(again.suggestions.entryCount(id)).toBe(live.suggestions.entryCount(id));
        expect(again.suggestions.deletionsOf(id).size).toBe(live.suggestions.deletionsOf(id).size);
      }
    for (let client = 10; client < 14; client += 1)
      for (let clock = 0; clock < 30; clock += 1)
        expect(again.suggestions.hasAccepted(single(clock, client))).toBe(
          live.suggestions.hasAccepted(single(clock, client)),
        );
  }
});

test.each([
  ['a NUL', '\u0000'],
  ['an unpaired surrogate', '\ud800'],
  ['65 characters', 'x'.repeat(65)],
])('an entry whose ids have %s is none: databases do not store them', (_, bad) => {
  const valid = { kind: 'about', id: 'a', by: 'b', of: 'c' };
  expect(entryOf(valid)).not.toBeNull();
  for (const name of ['id', 'by', 'of']) expect(entryOf({ ...valid, [name]: bad })).toBeNull();
});
