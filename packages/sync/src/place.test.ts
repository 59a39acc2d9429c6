import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { rootName } from './judge.ts';
import { isPlace } from './place.ts';

/** A document with one paragraph, and its text. */
function paragraph(text: string): { doc: Y.Doc; root: Y.XmlFragment; text: Y.XmlText } {
  const doc = new Y.Doc();
  const root = doc.getXmlFragment(rootName);
  const block = new Y.XmlElement('paragraph');
  const node = new Y.XmlText(text);
  block.insert(0, [node]);
  root.insert(0, [block]);
  return { doc, root, text: node };
}

const placeAt = (type: Y.XmlFragment | Y.Text, index: number, assoc = 0): Uint8Array =>
  Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(type as unknown as Y.AbstractType<unknown>, index, assoc));

test('a place is beside a letter, at the end of a text and at the end of the document', () => {
  const { root, text } = paragraph('hello');
  for (const assoc of [0, 1, -1]) {
    for (let index = 0; index <= 5; index += 1) expect(isPlace(placeAt(text, index, assoc))).toBe(true);
    for (const index of [0, 1]) expect(isPlace(placeAt(root, index, assoc))).toBe(true);
  }
});

test('a place in another root, a damaged one and bytes at random are none', () => {
  const { doc, text } = paragraph('hello');
  expect(isPlace(placeAt(doc.getText('elsewhere'), 0))).toBe(false);
  const place = placeAt(text, 2);
  expect(isPlace(place.subarray(0, -1))).toBe(false);
  expect(isPlace(Uint8Array.of(...place, 0))).toBe(false);
  for (const bytes of [[], [3, 0], [0], [0, 255, 255, 255, 255, 255, 255, 255, 255], [1, 200, 1], [2, 1, 1, 9]])
    expect(isPlace(Uint8Array.from(bytes)), String(bytes)).toBe(false);
});

test('a place survives what others do around it, and tells nothing once its text is gone', () => {
  const { doc, text } = paragraph('the quick brown fox');
  const [from, to] = [placeAt(text, 4), placeAt(text, 9, -1)];
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  const theirs = (other.getXmlFragment(rootName).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  theirs.insert(0, 'Here is ');
  theirs.insert(theirs.length, ' again');
  text.insert(6, '--');
  text.delete(11, 6);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
  const at = (place: Uint8Array): number =>
    Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(place), doc)?.index ?? -1;
  expect(text.toString().slice(at(from), at(to))).toBe('qu--ick');
  text.delete(0, text.length);
  expect(at(to) - at(from)).toBe(0);
});
