import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { buildDoc } from '../server/compact.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import { validateUpdate } from '../server/validate-update.ts';
import { decodeIndex } from '../server/struct-index.ts';
import type { Compactor } from '../server/ports.ts';
import { seededRandom, randomEdit } from './random-edit.ts';

/** Contract tests for every compactor; each implementation runs them from its own test file. */
export function compactorRules(name: string, open: () => Compactor): void {
  describe(`${name} keeps the rules of a compactor`, () => {
    test('[COMPACT1] the snapshot is the document, with the struct index of everything in it', async () => {
      for (const seed of [1, 2, 3, 4]) {
        const { updates, text } = writing(seed);
        const snapshot = await open().compact('a document', { seq: 7, updates });
        expect(snapshot.seq).toBe(7);
        expect(contentIn(buildDoc([snapshot.state]))).toBe(text);
        const index = decodeIndex(snapshot.index);
        for (const update of updates) expect(validateUpdate(update, index).kind).toBe('known');
      }
    });

    test('[COMPACT2] two steps have the same result as one', async () => {
      const { updates, text } = writing(5);
      const first = await open().compact('a document', { seq: 1, updates: updates.slice(0, 20) });
      const second = await open().compact('a document', {
        seq: 2,
        updates: [first.state, ...updates.slice(20)],
      });
      expect(contentIn(buildDoc([second.state]))).toBe(text);
    });

    test('[COMPACT3] compacts an empty document', async () => {
      const { state } = await open().compact('a document', { seq: 1, updates: [] });
      expect(rootsIn(buildDoc([state])).text.length).toBe(0);
    });

    test('[COMPACT4] refuses updates with a gap', async () => {
      const { updates } = writing(6);
      await expect(
        open().compact('a document', { seq: 3, updates: updates.slice(1) }),
      ).rejects.toThrow(/gap/);
    });

    test('[COMPACT5] compacts documents in parallel', async () => {
      const compactor = open();
      const writings = [11, 12, 13, 14, 15, 16].map(writing);
      const snapshots = await Promise.all(
        writings.map(({ updates }, i) => compactor.compact(`document ${i}`, { seq: i, updates })),
      );
      snapshots.forEach(({ state }, i) =>
        expect(contentIn(buildDoc([state]))).toBe(writings[i]?.text),
      );
    });

    testFormats(open);
  });
}

function testFormats(open: () => Compactor): void {
  test('[COMPACT6] keeps formats that enclose no text, because clients may insert some', async () => {
    const doc = Object.assign(new Y.Doc(), { clientID: 2 });
    const { text } = rootsIn(doc);
    text.insert(0, 'bold word');
    text.format(0, 4, { bold: true });
    const base = Y.encodeStateAsUpdate(doc);
    const changeBy = (clientID: number, act: (letters: Y.Text) => void): Uint8Array => {
      const page = Object.assign(new Y.Doc(), { clientID });
      const letters = rootsIn(page).text;
      Y.applyUpdate(page, base);
      act(letters);
      return Y.encodeStateAsUpdate(page, Y.encodeStateVectorFromUpdate(base));
    };
    // Each of two clients deletes half of the first word, and a third one types in it.
    const erased = [4, 6].map((client, i) => changeBy(client, (old) => old.delete(2 * i, 2)));
    const typed = changeBy(8, (old) => old.insert(2, 'new'));
    const updates = [base, ...erased];
    const { state } = await open().compact('a document', { seq: 3, updates });
    expect(rootsIn(buildDoc([state, typed])).text.toDelta()).toEqual([
      { insert: 'new', attributes: { bold: true } },
      { insert: ' word' },
    ]);
  });
}

function writing(seed: number): { updates: Uint8Array[]; text: string } {
  const doc = Object.assign(new Y.Doc(), { clientID: seed });
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const random = seededRandom(seed);
  for (let i = 0; i < 60; i += 1) randomEdit(doc, random);
  return { updates, text: contentIn(doc) };
}
