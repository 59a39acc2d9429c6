import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readerCopy } from './readerCopy.ts';

test('a copy follows its document and gives nothing back', () => {
  const doc = new Y.Doc();
  doc.getText('t').insert(0, 'before ');
  const { copy, stop } = readerCopy(doc);
  doc.getText('t').insert(7, 'after');
  expect(copy.getText('t').toString()).toBe('before after');
  copy.getText('t').delete(0, 7);
  expect(doc.getText('t').toString()).toBe('before after');
  stop();
  doc.getText('t').insert(0, 'more ');
  expect(copy.getText('t').toString()).toBe('after');
});
