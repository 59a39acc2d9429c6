import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from './content.ts';
import { plainTextOf } from './plainText.ts';
import { bold, br, doc, h2, item, list, nestedQuotes, p, pre, quote, rule, sharedDoc } from './testDocuments.ts';

const plain = (json: Parameters<typeof sharedDoc>[0]) => plainTextOf(textOfDoc(sharedDoc(json)));

test('is empty for a document that was never written to', () => {
  expect(plainTextOf(textOfDoc(new Y.Doc()))).toBe('');
});

test('puts each block on its own line, empty ones too', () => {
  expect(plain(doc(h2('Title'), p('one'), p(), p('two'), p()))).toBe('Title\none\n\ntwo\n');
});

test('keeps spaces and the breaks inside a block', () => {
  expect(plain(doc(p('  a  b ', br, 'c'), pre('if x:\n  y')))).toBe('  a  b \nc\nif x:\n  y');
});

test('joins runs of different form without a space', () => {
  expect(plain(doc(p('un', bold('believ'), 'able')))).toBe('unbelievable');
});

test('reads lists, quotes and rules in order', () => {
  const nested = doc(list(item(p('one'), list(item(p('deep')))), item(p('two'))), rule, quote(p('said')));
  expect(plain(nested)).toBe('one\ndeep\ntwo\n\nsaid');
});

test('keeps the text of nodes it does not know', () => {
  const shared = new Y.Doc();
  const callout = new Y.XmlElement('callout');
  callout.insert(0, [new Y.XmlText('careful')]);
  const paragraph = new Y.XmlElement('paragraph');
  const mention = new Y.XmlElement('mention');
  mention.insert(0, [new Y.XmlText('Ada')]);
  paragraph.insert(0, [new Y.XmlText('by '), mention, new Y.XmlText('.')]);
  textOfDoc(shared).insert(0, [callout, new Y.XmlElement('image'), paragraph, new Y.XmlText('stray')]);
  expect(plainTextOf(textOfDoc(shared))).toBe('careful\nby Ada.\nstray');
});

test('any lines of text come back as they were typed', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/gu, ''));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      expect(plain(doc(...lines.map((text) => p(text))))).toBe(lines.join('\n'));
    }),
  );
});

test('a document nested deeper than anybody would nest is read', () => {
  expect(plainTextOf(textOfDoc(nestedQuotes(1_000, 'bottom')))).toBe('bottom');
});
