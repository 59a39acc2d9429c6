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
  describe(`${name} keeps the rules of a folder`, () => {
    test('[COMPACT1] the snapshot is the document, and knows everything that is in it', async () => {
      for (const seed of [1, 2, 3, 4]) {
        const { updates, text } = writing(seed);
        const snapshot = await open().compact('a document', { seq: 7, updates });
        expect(snapshot.seq).toBe(7);
        expect(contentIn(buildDoc([snapshot.state]))).toBe(text);
        const index = decodeIndex(snapshot.index);
        for (const update of updates) expect(validateUpdate(update, index).kind).toBe('known');
      }
    });

    test('[COMPACT2] folding in two steps is folding', async () => {
      const { updates, text } = writing(5);
      const first = await open().compact('a document', { seq: 1, updates: updates.slice(0, 20) });
      const second = await open().compact('a document', {
        seq: 2,
        updates: [first.state, ...updates.slice(20)],
      });
      expect(contentIn(buildDoc([second.state]))).toBe(text);
    });

    test('[COMPACT3] an empty document folds', async () => {
      const { state } = await open().compact('a document', { seq: 1, updates: [] });
      expect(rootsIn(buildDoc([state])).text.length).toBe(0);
    });

    test('[COMPACT4] bytes with something missing in between are refused, not folded', async () => {
      const { updates } = writing(6);
      await expect(
        open().compact('a document', { seq: 3, updates: updates.slice(1) }),
      ).rejects.toThrow(/gap/);
    });

    test('[COMPACT5] many at once', async () => {
      const compactor = open();
      const writings = [11, 12, 13, 14, 15, 16].map(writing);
      const snapshots = await Promise.all(
        writings.map(({ updates }, i) => compactor.compact(`document ${i}`, { seq: i, updates })),
      );
      snapshots.forEach(({ state }, i) =>
        expect(contentIn(buildDoc([state]))).toBe(writings[i]?.text),
      );
    });
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
