import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeJson } from './json.ts';
import { repaired } from './repair.ts';
import { fitsSchema } from './schema.ts';
import { doc, item, list, p } from '../testing/test-documents.ts';
import { anyDocument } from '../testing/arbitrary-document.ts';
import { jsonOfText, plainTextOfJson } from '../formats/text/plain.ts';

test('a document that fits stays as it is', () => {
  fc.assert(
    fc.property(anyDocument, (json) => {
      expect(repaired(json)).toEqual(json);
    }),
  );
});

const types = [
  'doc',
  'paragraph',
  'heading',
  'listItem',
  'taskItem',
  'bulletList',
  'taskList',
  'table',
  'tableRow',
  'tableCell',
  'image',
  'gadget',
  'text',
];
const anything: fc.Arbitrary<NodeJson> = fc.letrec<{ node: NodeJson }>((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom(...types),
      text: fc.string(),
      attrs: fc.dictionary(
        fc.constantFrom('level', 'colspan', 'rowspan', 'src', 'start', 'checked'),
        fc.constantFrom(null, -1, 1e9, 'x', true, 2),
      ),
      marks: fc.array(fc.record({ type: fc.constantFrom('bold', 'code', 'link', 'glow') }), {
        maxLength: 2,
      }),
      content: fc.array(tie('node'), { maxLength: 3 }),
    },
    { requiredKeys: ['type'] },
  ),
})).node;

test('whatever comes in fits afterwards, with its text', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 4 }), (content) => {
      const after = repaired({ type: 'doc', content });
      expect(fitsSchema(after)).toBe(true);
      expect(repaired(after)).toEqual(after);
    }),
    { numRuns: 500 },
  );
});

test('what is not known keeps its text and is reported', () => {
  const lost = new Set<string>();
  const odd: NodeJson = {
    type: 'gadget',
    content: [p('careful'), { type: 'listItem', content: [p('stray')] }],
  };
  expect(repaired(doc(odd), lost)).toEqual(doc(p('careful'), list(item(p('stray')))));
  expect([...lost]).toEqual(['Parts that this version does not know kept only their text.']);
});

test('what is nested too deep is lifted', () => {
  let deep: NodeJson = p('bottom');
  for (let level = 0; level < 50_000; level += 1) deep = { type: 'blockquote', content: [deep] };
  expect(fitsSchema(doc(deep))).toBe(false);
  const after = repaired(doc(deep));
  expect(fitsSchema(after)).toBe(true);
  expect(plainTextOfJson(after)).toBe('bottom');
});

test.each([
  ['a document that is none', p('x')],
  ['a mark that is not known', doc(p({ type: 'text', text: 'x', marks: [{ type: 'glow' }] }))],
  [
    'an unsafe link',
    doc(p({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:x' } }] })),
  ],
  ['an unsafe picture', doc({ type: 'image', attrs: { src: 'data:image/png;base64,AA' } })],
  ['nothing', { type: 'doc', content: [] }],
  ['text without a block', doc('x')],
])('%s does not fit', (_, json) => {
  expect(fitsSchema(json)).toBe(false);
});

test('any lines of text come back as they were', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const lines = text
        .replace(/\r\n?/g, '\n')
        .replace(/^\uFEFF/, '')
        .replaceAll('\0', '');
      expect(plainTextOfJson(jsonOfText(text))).toBe(lines);
    }),
  );
});
