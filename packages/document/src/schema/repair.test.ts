import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeJson } from './json.ts';
import { isLeaf } from './leaves.ts';
import { repaired } from './repair.ts';
import { fitsSchema } from './schema.ts';
import { doc, item, list, p } from '../testing/test-documents.ts';
import { anyDocument } from '../testing/arbitrary-document.ts';
import { jsonOfText, plainTextOfJson } from '../formats/text/plain.ts';

test('a document that fits the schema is unchanged by a repair', () => {
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

/** Returns all text of a document. Leaves contain none. */
function textIn({ type, text, content = [] }: NodeJson): string {
  if (text !== undefined) return text;
  return isLeaf(type) ? '' : content.map(textIn).join('');
}

test('any content fits the schema after a repair, and keeps its text', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 4 }), (content) => {
      const after = repaired({ type: 'doc', content });
      expect(fitsSchema(after)).toBe(true);
      expect(repaired(after)).toEqual(after);
      expect(textIn(after)).toBe(textIn({ type: 'doc', content }));
    }),
    { numRuns: 500 },
  );
});

test('unknown nodes keep their text and are reported', () => {
  const lost = new Set<string>();
  const odd: NodeJson = {
    type: 'gadget',
    content: [p('careful'), { type: 'listItem', content: [p('stray')] }],
  };
  expect(repaired(doc(odd), lost)).toEqual(doc(p('careful'), list(item(p('stray')))));
  expect([...lost]).toEqual(['Parts that this version does not know kept only their text.']);
});

test('content that is nested too deeply is lifted', () => {
  let deep: NodeJson = p('bottom');
  for (let level = 0; level < 50_000; level += 1) deep = { type: 'blockquote', content: [deep] };
  expect(fitsSchema(doc(deep))).toBe(false);
  const after = repaired(doc(deep));
  expect(fitsSchema(after)).toBe(true);
  expect(plainTextOfJson(after)).toBe('bottom');
});

test.each([
  ['a paragraph in place of a document', p('x')],
  ['an unknown mark', doc(p({ type: 'text', text: 'x', marks: [{ type: 'glow' }] }))],
  [
    'an unsafe link',
    doc(p({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:x' } }] })),
  ],
  ['an unsafe picture', doc({ type: 'image', attrs: { src: 'data:image/png;base64,AA' } })],
  ['a document without blocks', { type: 'doc', content: [] }],
  ['text without a block', doc('x')],
])('%s does not fit the schema', (_, json) => {
  expect(fitsSchema(json)).toBe(false);
});

test('any plain text is unchanged by a round trip through a document', () => {
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
