import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { leafText } from '../schema/leaves.ts';
import { documentSchema } from '../schema/schema.ts';
import { plainTextOf } from './plain-text.ts';

const text = (words: string, bold = false) => ({
  type: 'text',
  text: words,
  ...(bold && { marks: [{ type: 'bold' }] }),
});
const leaf = (type: string, attrs: object = {}) => ({ type, attrs });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

test('text by position equals the text of the document at that position', () => {
  const doc = Node.fromJSON(documentSchema, {
    type: 'doc',
    content: [
      paragraph(),
      paragraph(text('one '), text('two', true), leaf('hardBreak'), text('three')),
      { type: 'blockquote', content: [paragraph(text('four')), leaf('horizontalRule')] },
      leaf('formula', { source: 'x^2' }),
      paragraph(leaf('mention', { of: 'person', id: 'a', name: 'Ada' }), text('🙂')),
    ],
  });
  const plain = plainTextOf(doc);
  const words = (from: number, to: number): string =>
    doc.textBetween(from, to, '', ({ type, attrs }) => leafText(type.name, attrs));
  for (let from = 0; from < doc.content.size; from += 1)
    for (let to = from; to <= doc.content.size; to += 1) {
      expect(plain.hasBetween(from, to), `${from} to ${to}`).toBe(words(from, to) !== '');
      const isOneBlock = doc.childBefore(to).index === doc.childAfter(from).index;
      if (isOneBlock) expect(plain.between(from, to)).toBe(words(from, to));
    }
});
