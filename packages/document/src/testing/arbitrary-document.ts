import fc from 'fast-check';
import type { MarkJson, NodeJson } from '../schema/json.ts';
import { repaired } from '../schema/repair.ts';

/** Natural text, and text made of syntax characters. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...'ab c*_~`[]()<>!#+-=|.1\\&;:" \t'),
    minLength: 1,
    maxLength: 12,
  }),
  fc.constantFrom(
    'word ',
    'two words',
    '日本語です',
    'שלום',
    '👩‍👩‍👧',
    '1. ',
    '- ',
    '&amp;',
    'https://a.b/c_d_e',
  ),
);

const mark: fc.Arbitrary<MarkJson> = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'strike', 'underline', 'code', 'superscript', 'subscript')
    .map((type) => ({ type })),
  fc.record({
    type: fc.constant('link'),
    attrs: fc.record({
      href: fc.constantFrom('https://a.b/c(d)?e=1&amp=2', 'mailto:a@b.c'),
      title: fc.option(text),
    }),
  }),
);

const latex = fc.constantFrom('x^2', '\\frac{a}{b}', 'a_1 | b', '\\$5 < \\pi', '\\text{two words}');

/** Inline leaves. */
const inLine: fc.Arbitrary<NodeJson> = fc.oneof(
  latex.map((source) => ({ type: 'inlineFormula', attrs: { source } })),
  fc
    .constantFrom('a note', 'see [1]: *there*', 'ħ')
    .map((said) => ({ type: 'footnote', attrs: { text: said } })),
  fc.constantFrom('person', 'document').map((of) => ({
    type: 'mention',
    attrs: { of, id: '0198f1c2-1111-7abc-8def-0123456789ab', name: 'Ada L' },
  })),
  fc.constantFrom('2026-11-21', '2024-02-29').map((date) => ({ type: 'day', attrs: { date } })),
);

const line = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('text'),
        text,
        marks: fc.uniqueArray(mark, { maxLength: 3, selector: (each) => each.type }),
      }),
    },
    { weight: 1, arbitrary: fc.constant<NodeJson>({ type: 'hardBreak' }) },
    { weight: 1, arbitrary: inLine },
  ),
  { maxLength: 5 },
);

const node =
  (type: string) =>
  (content: NodeJson[]): NodeJson => ({ type, content });

const leaf: fc.Arbitrary<NodeJson> = fc.oneof(
  { weight: 4, arbitrary: line.map(node('paragraph')) },
  fc.record({
    type: fc.constant('heading'),
    attrs: fc.record({ level: fc.integer({ min: 1, max: 4 }) }),
    content: line,
  }),
  fc.record({
    type: fc.constant('codeBlock'),
    attrs: fc.record({ language: fc.constantFrom('ts', null) }),
    content: fc.array(
      text.map((code): NodeJson => ({ type: 'text', text: code })),
      { maxLength: 2 },
    ),
  }),
  fc.constant<NodeJson>({ type: 'horizontalRule' }),
  fc.record({
    type: fc.constant('image'),
    attrs: fc.record({
      src: fc.constant('https://a.b/c.png'),
      alt: fc.option(text),
      title: fc.option(text),
      width: fc.option(fc.integer({ min: 1, max: 900 })),
      href: fc.option(fc.constantFrom('https://a.b/c(d)?e=1&amp=2', 'mailto:a@b.c')),
    }),
  }),
  latex.map((source) => ({ type: 'formula', attrs: { source } })),
  fc.record({
    type: fc.constant('attachment'),
    attrs: fc.record({
      src: fc.constant('/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab'),
      name: fc.constantFrom('a [b].pdf', 'x.zip'),
      size: fc.option(fc.integer({ min: 1, max: 1e9 })),
    }),
  }),
);

const { block } = fc.letrec<{ block: NodeJson; item: NodeJson; cell: NodeJson }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    fc.array(tie('block'), { maxLength: 3 }).map(node('blockquote')),
    fc.array(tie('block'), { maxLength: 3 }).map(node('toggle')),
    fc.record({
      type: fc.constant('callout'),
      attrs: fc.record({ kind: fc.constantFrom('note', 'warning') }),
      content: fc.array(tie('block'), { maxLength: 3 }),
    }),
    fc
      .array(fc.array(tie('block'), { maxLength: 2 }).map(node('column')), {
        minLength: 1,
        maxLength: 3,
      })
      .map(node('columns')),
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map(node('bulletList')),
    fc.record({
      type: fc.constant('orderedList'),
      attrs: fc.record({
        start: fc.integer({ min: 0, max: 12 }),
        type: fc.option(fc.constantFrom('1', 'a', 'A', 'i', 'I')),
      }),
      content: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    }),
    fc.array(fc.tuple(tie('item'), fc.boolean()), { minLength: 1, maxLength: 3 }).map((items) => ({
      type: 'taskList',
      content: items.map(([item, checked]) => ({ ...item, type: 'taskItem', attrs: { checked } })),
    })),
    fc
      .array(fc.array(tie('cell'), { minLength: 1, maxLength: 3 }).map(node('tableRow')), {
        minLength: 1,
        maxLength: 3,
      })
      .map(node('table')),
  ),
  item: fc
    .tuple(line, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => node('listItem')([node('paragraph')(first), ...rest])),
  cell: fc
    .tuple(
      fc.constantFrom('tableCell', 'tableHeader'),
      fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
    )
    .map(([type, content]) => node(type)(content)),
}));

/**
 * Documents that conform to the schema, with every kind of node and mark, and text that is
 * difficult for every format.
 */
export const anyDocument: fc.Arbitrary<NodeJson> = fc
  .array(block, { maxLength: 6 })
  .map((content) => repaired({ type: 'doc', content }));

const words = fc.array(
  fc.record({
    type: fc.constant('text'),
    text: fc.constantFrom('one ', 'two', ' three', 'four five', '六', '👩‍👩‍👧'),
    marks: fc.constantFrom<MarkJson[]>(
      [],
      [],
      [{ type: 'bold' }],
      [{ type: 'italic' }],
      [{ type: 'code' }],
    ),
  }),
  { maxLength: 3 },
);

const paragraph = words.map(node('paragraph'));
const plainItem = fc
  .tuple(paragraph, fc.array(paragraph, { maxLength: 1 }))
  .map(([first, rest]) => node('listItem')([first, ...rest]));

const some = fc.array(paragraph, { minLength: 1, maxLength: 2 });

/**
 * Containers of paragraphs. Together as rare as one other kind of block: trials with many steps
 * test text first.
 */
const container: fc.Arbitrary<NodeJson> = fc.oneof(
  some.map(node('blockquote')),
  some.map((content) => ({ type: 'callout', attrs: { kind: 'tip' }, content })),
  some.map(node('toggle')),
  fc.array(some.map(node('column')), { minLength: 1, maxLength: 2 }).map(node('columns')),
);

const code = fc
  .constantFrom('one', 'one\ntwo', 'one\n\nthree')
  .map((text): NodeJson => ({ type: 'codeBlock', content: [{ type: 'text', text }] }));

const plainBlock: fc.Arbitrary<NodeJson> = fc.oneof(
  { weight: 5, arbitrary: paragraph },
  {
    weight: 1,
    arbitrary: words.map((content) => ({ type: 'heading', attrs: { level: 2 }, content })),
  },
  { weight: 1, arbitrary: container },
  { weight: 1, arbitrary: code },
  {
    weight: 2,
    arbitrary: fc.array(plainItem, { minLength: 1, maxLength: 3 }).map(node('bulletList')),
  },
  { weight: 1, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: fc.tuple(words, inLine, words).map(([before, thing, after]) => ({
      type: 'paragraph',
      content: [...before, thing, ...after],
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.array(paragraph, { minLength: 2, maxLength: 2 }), { minLength: 2, maxLength: 2 })
      .map((rows) =>
        node('table')(
          rows.map((cells) => node('tableRow')(cells.map((cell) => node('tableCell')([cell])))),
        ),
      ),
  },
);

/** Short documents with typical content: for trials of many steps. */
export const shortDocument: fc.Arbitrary<NodeJson> = fc
  .array(plainBlock, { minLength: 1, maxLength: 4 })
  .map((content) => repaired({ type: 'doc', content }));
