import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { extractText } from './extract-text.ts';

function typing(type: (text: Y.Text) => void): Uint8Array[] {
  const doc = new Y.Doc();
  const text = doc.getText('text');
  text.insert(0, 'known before ');
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  type(text);
  return updates;
}

test('extracts the text from updates without their document', () => {
  const updates = typing((text) => {
    text.insert(13, 'one ');
    text.insert(17, 'two');
    text.insertEmbed(20, new Y.Map([['kind', 'heading']]));
    text.insert(21, 'three ');
    text.insertEmbed(27, new Y.Map([['kind', 'mention']]));
    text.insert(28, '👋');
  });
  expect(extractText(updates)).toBe('one two\nthree 👋');
});

test('omits text that was deleted', () => {
  const updates = typing((text) => {
    text.insert(13, 'abcdef');
    text.delete(14, 2);
  });
  expect(extractText(updates)).toBe('adef');
});

test('returns an empty string without updates', () => {
  expect(extractText([])).toBe('');
});
