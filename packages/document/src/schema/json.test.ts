import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { jsonOf } from './json.ts';
import { documentSchema } from './schema.ts';
import { bold, br, doc, h2, item, list, p, pre, quote, rule } from '../testing/test-documents.ts';

test('converts an editor document to equivalent JSON', () => {
  const written = Node.fromJSON(
    documentSchema,
    doc(
      h2('A'),
      p('b', bold('c'), br, 'd'),
      list(item(p('e'))),
      quote(p('f')),
      pre('g'),
      rule,
      p(),
    ),
  );
  expect(Node.fromJSON(documentSchema, jsonOf(written)).toJSON()).toEqual(written.toJSON());
  expect(jsonOf(written).content?.[0]).toEqual({
    type: 'heading',
    attrs: { level: 2 },
    content: [{ type: 'text', text: 'A' }],
  });
});

test('omits attribute values that JSON cannot represent', () => {
  const { nodes } = documentSchema;
  const values: unknown[] = [10n, new Uint8Array([1]), Number.NaN, { evil: 1 }, () => 1];
  for (const value of values)
    expect(jsonOf(nodes['image']!.create({ src: value, alt: 'said' })).attrs).toEqual({
      alt: 'said',
    });
  expect(
    jsonOf(nodes['tableCell']!.create({ colwidth: [100] }, nodes['paragraph']!.create())).attrs?.[
      'colwidth'
    ],
  ).toEqual([100]);
});
