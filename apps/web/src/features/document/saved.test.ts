import type { SavedMark } from '@longhand/sync/client';
import { expect, test } from 'vitest';
import { savedWords, worseOf } from './saved.ts';

const saved: SavedMark = { kind: 'saved' };
const saving: SavedMark = { kind: 'saving' };
const offline: SavedMark = { kind: 'offline' };
const notSaved: SavedMark = { kind: 'not_saved', reason: 'the disk is full' };

test('shows the less safe state of text and title', () => {
  const fromWorst = [notSaved, offline, saving, saved];
  for (const [index, worse] of fromWorst.entries()) {
    for (const better of fromWorst.slice(index)) {
      expect(worseOf(worse, better)).toBe(worse);
      expect(worseOf(better, worse).kind).toBe(worse.kind);
    }
  }
});

test.each([
  [saving, 'Saving…'],
  [saved, 'Saved'],
  [offline, 'Offline: kept on this device'],
  [notSaved, 'Not saved: the disk is full'],
])('shows %j as %j', (mark, words) => {
  expect(savedWords(mark)).toBe(words);
});
