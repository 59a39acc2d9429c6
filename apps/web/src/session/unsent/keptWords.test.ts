import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { keptWords } from './keptWords.ts';

function typing(type: (fragment: Y.XmlFragment, known: Y.XmlText) => void): Uint8Array[] {
  const doc = new Y.Doc();
  const known = new Y.XmlText('known before ');
  const paragraph = new Y.XmlElement('paragraph');
  doc.getXmlFragment('default').insert(0, [paragraph]);
  paragraph.insert(0, [known]);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  type(doc.getXmlFragment('default'), known);
  return updates;
}

test('words are found without the document they belong to', () => {
  const updates = typing((fragment, known) => {
    known.insert(13, 'one ');
    known.insert(17, 'two');
    const next = new Y.XmlElement('paragraph');
    fragment.insert(1, [next]);
    next.insert(0, [new Y.XmlText('three 👋')]);
  });
  expect(keptWords(updates)).toBe('one two\nthree 👋');
});

test('what was taken back is not there', () => {
  const updates = typing((_, known) => {
    known.insert(13, 'abcdef');
    known.delete(14, 2);
  });
  expect(keptWords(updates)).toBe('adef');
});

test('nothing kept is nothing said', () => {
  expect(keptWords([])).toBe('');
});
