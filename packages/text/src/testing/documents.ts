import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { testSchema } from './schema.ts';

const { nodes } = testSchema;
const make = (
  name: string,
  content?: Node | readonly Node[] | null,
  attrs: Record<string, unknown> = {},
): Node => nodes[name]!.create(attrs, content ?? null);

const word = fc.constantFrom('alpha', 'beta', 'gamma delta', 'eps', 'zeta eta', '');
const inline = fc.tuple(word, word, fc.integer({ min: 0, max: 3 })).map(([a, b, how]): Node[] => {
  const parts: Node[] = [];
  if (a !== '') parts.push(testSchema.text(a));
  if (how === 1) parts.push(make('mention', null, { id: 'u1' }));
  if (how === 2) parts.push(make('hardBreak'));
  if (b !== '') parts.push(testSchema.text(b, how === 3 ? [testSchema.mark('bold')] : []));
  return parts;
});
const paragraph = inline.map((content) => make('paragraph', content));
const leafBlock = fc.constantFrom(make('image', null, { src: 'a.png' }), make('divider'));
const code = word.map((text) =>
  make('codeBlock', text === '' ? null : testSchema.text(`${text}\n${text}`)),
);
const heading = inline.map((content) => make('heading', content, { level: 2 }));

const item = (name: string, more: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
  fc
    .tuple(paragraph, fc.option(more, { nil: null }))
    .map(([first, next]) => make(name, next === null ? [first] : [first, next]));
const list = (name: string, of: string, more: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
  fc.array(item(of, more), { minLength: 1, maxLength: 3 }).map((items) => make(name, items));
const nested = list('bulletList', 'listItem', list('orderedList', 'listItem', paragraph));
const tasks = list('taskList', 'taskItem', list('taskList', 'taskItem', paragraph));
const table = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 3 }),
    fc.array(paragraph, { minLength: 10, maxLength: 10 }),
    fc.boolean(),
  )
  .map(([rows, columns, texts, hasMerged]) =>
    make('table', [
      ...Array.from({ length: rows }, (_, r) =>
        make(
          'tableRow',
          Array.from({ length: columns }, (__, c) =>
            make(r === 0 ? 'tableHeader' : 'tableCell', texts[r * 3 + c]!),
          ),
        ),
      ),
      ...(hasMerged
        ? [make('tableRow', [make('tableCell', texts[9]!, { colspan: columns })])]
        : []),
    ]),
  );
const holder = fc
  .tuple(
    fc.constantFrom('blockquote', 'callout'),
    fc.array(paragraph, { minLength: 1, maxLength: 2 }),
  )
  .map(([name, content]) => make(name, content));
const columns = fc
  .tuple(paragraph, paragraph)
  .map(([left, right]) => make('columns', [make('column', left), make('column', right)]));

const block = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  heading,
  code,
  leafBlock,
  holder,
  columns,
  tasks,
);

/**
 * A document with a table, possibly with merged cells, a nested list, and blocks of all kinds
 * around them.
 */
export const anyDocument: fc.Arbitrary<Node> = fc
  .tuple(
    fc.array(block, { maxLength: 2 }),
    nested,
    fc.array(block, { maxLength: 2 }),
    table,
    fc.array(block, { maxLength: 2 }),
  )
  .map(([a, one, b, other, c]) => make('doc', [...a, one, ...b, other, ...c]));
