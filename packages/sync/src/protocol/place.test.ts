import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { isPlace } from './place.ts';
import { rootsIn } from './roots.ts';
import { addBlock } from '../testing/random-edit.ts';

/** Creates a document with one paragraph; returns it with its text. */
function paragraph(letters: string): { doc: Y.Doc; text: Y.Text } {
  const doc = new Y.Doc();
  addBlock(doc, 0, letters);
  return { doc, text: rootsIn(doc).text };
}

const placeAt = (type: Y.Text, index: number, assoc = 0): Uint8Array =>
  Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(type, index, assoc));

test('accepts a place next to a character and at the end of the text', () => {
  const { text } = paragraph('hello');
  for (const assoc of [0, 1, -1])
    for (let index = 0; index <= 6; index += 1)
      expect(isPlace(placeAt(text, index, assoc))).toBe(true);
});

test('refuses a place in another root, a damaged place and random bytes', () => {
  const { doc, text } = paragraph('hello');
  expect(isPlace(placeAt(doc.getText('elsewhere'), 0))).toBe(false);
  const place = placeAt(text, 2);
  expect(isPlace(place.subarray(0, -1))).toBe(false);
  expect(isPlace(Uint8Array.of(...place, 0))).toBe(false);
  for (const bytes of [
    [],
    [3, 0],
    [0],
    [0, 255, 255, 255, 255, 255, 255, 255, 255],
    [1, 200, 1],
    [2, 1, 1, 9],
  ])
    expect(isPlace(Uint8Array.from(bytes)), String(bytes)).toBe(false);
});

test('a place follows concurrent changes around it, and a range collapses when its text is deleted', () => {
  const { doc, text } = paragraph('the quick brown fox');
  const [from, to] = [placeAt(text, 5), placeAt(text, 10, -1)];
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  const theirs = rootsIn(other).text;
  theirs.insert(1, 'Here is ');
  theirs.insert(theirs.length, ' again');
  text.insert(7, '--');
  text.delete(12, 6);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
  const at = (place: Uint8Array): number =>
    Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(place), doc)?.index ?? -1;
  expect(lettersOf(text).slice(at(from), at(to))).toBe('qu--ick');
  text.delete(0, text.length);
  expect(at(to) - at(from)).toBe(0);
});

/** Returns the characters of a text, with one sign for each marker. */
const lettersOf = (text: Y.Text): string =>
  (text.toDelta() as { insert: unknown }[])
    .map(({ insert }) => (typeof insert === 'string' ? insert : '¶'))
    .join('');
