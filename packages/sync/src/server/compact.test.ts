import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { buildDoc, buildApplicable, stateOf, CorruptLog } from './compact.ts';
import { rootsIn } from '../protocol/roots.ts';

/**
 * Creates the updates of two clients that insert and delete in turns, each knowing the edits of the
 * other. Returns them in order.
 */
function written(
  turns: readonly { readonly isFirst: boolean; readonly at: number; readonly isErased: boolean }[],
): Uint8Array[] {
  const docs = [3, 5].map((clientID) => Object.assign(new Y.Doc(), { clientID }));
  const updates: Uint8Array[] = [];
  for (const { isFirst, at, isErased } of turns) {
    const doc = docs[isFirst ? 0 : 1]!;
    const before = Y.encodeStateVector(doc);
    const { text } = rootsIn(doc);
    const place = at % (text.length + 1);
    if (isErased && place < text.length) text.delete(place, 1);
    else text.insert(place, String(updates.length % 10));
    const update = Y.encodeStateAsUpdate(doc, before);
    updates.push(update);
    for (const other of docs) Y.applyUpdate(other, update);
  }
  return updates;
}

const turns = fc.array(
  fc.record({ isFirst: fc.boolean(), at: fc.nat(30), isErased: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 30,
  },
);

test('merging an incomplete log fails unless nothing depends on the missing update', () => {
  fc.assert(
    fc.property(turns, fc.nat(), (all, number) => {
      const updates = written(all);
      expect(() => buildDoc(updates)).not.toThrow();
      const missing = number % updates.length;
      const rest = updates.filter((_, i) => i !== missing);
      const doc = new Y.Doc();
      for (const update of rest) Y.applyUpdate(doc, update);
      // Yjs encodes structs that wait for missing ones together with the document. A copy with the
      // same state vector has no waiting structs.
      const ends = Y.decodeStateVector(Y.encodeStateVector(doc));
      const isWaiting = rest.some((update) =>
        [...Y.parseUpdateMeta(update).to].some(([client, to]) => to > (ends.get(client) ?? 0)),
      );
      if (isWaiting) expect(() => buildDoc(rest)).toThrow(CorruptLog);
      const fitting = buildApplicable(rest);
      expect(rootsIn(fitting).text.toJSON()).toBe(rootsIn(doc).text.toJSON());
      expect(Y.encodeStateVector(fitting)).toEqual(Y.encodeStateVector(doc));
      expect(rootsIn(buildDoc([stateOf(fitting)])).text.toJSON()).toBe(rootsIn(doc).text.toJSON());
    }),
  );
});

test('a deletion of a missing unit is a gap and is left out', () => {
  const [first, second] = written([
    { isFirst: true, at: 0, isErased: false },
    { isFirst: true, at: 0, isErased: true },
  ]) as [Uint8Array, Uint8Array];
  expect(() => buildDoc([second])).toThrow(CorruptLog);
  const fitting = buildApplicable([second]);
  Y.applyUpdate(fitting, first);
  expect(rootsIn(fitting).text.toJSON()).toBe('0');
});
