import type { MarkJson, NodeJson } from '@longhand/document';

const text = (said: string, ...marks: (string | MarkJson)[]): NodeJson => ({
  type: 'text',
  text: said,
  ...(marks.length > 0 && {
    marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)),
  }),
});
const node = (type: string, content: readonly NodeJson[], attrs?: NodeJson['attrs']): NodeJson => ({
  type,
  ...(attrs && { attrs }),
  content: [...content],
});
const p = (...content: readonly (NodeJson | string)[]): NodeJson =>
  node(
    'paragraph',
    content.map((each) => (typeof each === 'string' ? text(each) : each)),
  );
const cell = (said: string, attrs: NodeJson['attrs'], type = 'tableCell') =>
  node(type, [p(said)], { colspan: 1, rowspan: 1, ...attrs });
const link: MarkJson = { type: 'link', attrs: { href: 'https://example.com/a', title: 'A title' } };

/** A paragraph with every mark, and marks at once. */
const marked = p(
  text('bold', 'bold'),
  ' ',
  text('italic', 'italic'),
  ' ',
  text('strike', 'strike'),
  ' ',
  text('underline', 'underline'),
  ' ',
  text('code', 'code'),
  ' ',
  text('link', link),
  ' ',
  text('linked()', link, 'code'),
  ' m',
  text('2', 'superscript'),
  ' H',
  text('2', 'subscript'),
  'O',
);

const lists = [
  node('bulletList', [
    node('listItem', [p('Item'), p('More'), node('bulletList', [node('listItem', [p('Deeper')])])]),
  ]),
  node('orderedList', [node('listItem', [p('Third')]), node('listItem', [p('Fourth')])], {
    start: 3,
  }),
  node('orderedList', [node('listItem', [p('Letter')])], { start: 2, type: 'a' }),
  node('taskList', [
    node('taskItem', [p('Done')], { checked: true }),
    node('taskItem', [p('Open')], { checked: false }),
  ]),
];

const table = node('table', [
  node('tableRow', [
    cell('Name', { colwidth: [120] }, 'tableHeader'),
    cell('Number', { colwidth: [240], align: 'right' }, 'tableHeader'),
  ]),
  node('tableRow', [
    cell('One', { colwidth: [120], align: 'center' }),
    cell('1', { colwidth: [240], align: 'right' }),
  ]),
]);

/** A paragraph with every inline node. */
const inline = p(
  'With ',
  { type: 'inlineFormula', attrs: { source: 'x_1' } },
  ' noted',
  { type: 'footnote', attrs: { text: 'A note' } },
  ' by ',
  {
    type: 'mention',
    attrs: { of: 'person', id: '0198f1c2-1111-7abc-8def-0123456789ab', name: 'Ada' },
  },
  ' on ',
  { type: 'day', attrs: { date: '2026-11-21' } },
  '.',
);

/**
 * A document with every kind of node and mark. `picture`: source of its pictures. `file`: source of
 * its attachment.
 */
export function wholeDocument(picture: string, file: string): NodeJson {
  const image = (width: number | null) => ({
    type: 'image',
    attrs: {
      href: 'https://example.com/b',
      src: picture,
      alt: 'A square',
      title: 'One pixel',
      ...(width !== null && { width }),
    },
  });
  return node('doc', [
    node('heading', [text('Heading')], { level: 2 }),
    marked,
    p('one', { type: 'hardBreak' }, 'two'),
    ...lists,
    node('blockquote', [p('Quoted')]),
    node('codeBlock', [text('let x = 1;\n  x += 1;')], { language: 'ts' }),
    node('callout', [p('Careful')], { kind: 'warning' }),
    node('toggle', [p('Summary'), p('Details')]),
    node('columns', [node('column', [p('Left')]), node('column', [p('Right')])]),
    table,
    { type: 'horizontalRule' },
    image(null),
    image(300),
    { type: 'formula', attrs: { source: 'a^2 + b^2' } },
    { type: 'attachment', attrs: { src: file, name: 'notes.pdf' } },
    inline,
  ]);
}

/**
 * Returns the kinds of nodes and marks in a document, and their attributes with their values, but
 * for sources of files.
 */
export function kindsIn(root: NodeJson, found: Set<string> = new Set()): Set<string> {
  for (const { type, attrs = {} } of [root, ...(root.marks ?? [])]) {
    found.add(type);
    for (const [name, value] of Object.entries(attrs))
      if (value !== null)
        found.add(name === 'src' ? `${type}.src` : `${type}.${name}=${JSON.stringify(value)}`);
  }
  for (const child of root.content ?? []) kindsIn(child, found);
  return found;
}
