import type { NodeJson } from '@longhand/document';

type Inline = string | NodeJson;

const inline = (content: readonly Inline[]): NodeJson[] =>
  content.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));

/** Creates a paragraph. */
export const p = (...content: Inline[]): NodeJson => ({
  type: 'paragraph',
  content: inline(content),
});

const marked = (text: string, type: string, attrs?: NodeJson['attrs']): NodeJson => ({
  type: 'text',
  text,
  marks: [{ type, ...(attrs && { attrs }) }],
});

const block = (type: string, attrs: NodeJson['attrs'] = {}, ...content: NodeJson[]): NodeJson => ({
  type,
  attrs,
  ...(content.length > 0 && { content }),
});

/** Files and the user that {@link allBlocks} refers to. */
export type Mentioned = {
  readonly picture: string;
  readonly attachment: { readonly url: string; readonly name: string; readonly size: number };
  readonly user: { readonly id: string; readonly name: string };
};

const marks: NodeJson = p(
  'Marks: ',
  marked('bold', 'bold'),
  ' ',
  marked('italic', 'italic'),
  ' ',
  marked('underline', 'underline'),
  ' ',
  marked('strike', 'strike'),
  ' x',
  marked('2', 'superscript'),
  ' H',
  marked('2', 'subscript'),
  ' ',
  marked('a link', 'link', { href: 'https://example.org/a?b=c' }),
  ' 💚 中文 עברית é',
);

const lists: readonly NodeJson[] = [
  block('bulletList', {}, block('listItem', {}, p('one'), block('bulletList', {}, item('within')))),
  block('orderedList', { start: 3 }, item('three'), item('four')),
  block(
    'taskList',
    {},
    block('taskItem', { checked: true }, p('done')),
    block('taskItem', { checked: false }, p('open')),
  ),
];

function item(text: string): NodeJson {
  return block('listItem', {}, p(text));
}

const containers: readonly NodeJson[] = [
  block('blockquote', {}, p('A quotation of two lines,', { type: 'hardBreak' }, 'the second.')),
  block('callout', { kind: 'warning' }, p('Mind the gap.')),
  block('toggle', {}, p('A summary'), p('and what it hides.')),
  block('columns', {}, block('column', {}, p('left')), block('column', {}, p('right'))),
  block(
    'table',
    {},
    block('tableRow', {}, block('tableHeader', {}, p('year')), block('tableHeader', {}, p('sum'))),
    block('tableRow', {}, block('tableCell', {}, p('1843')), block('tableCell', {}, p('7'))),
  ),
];

/** Returns a document that has every kind of block, of inline node and of mark. */
export function allBlocks({ picture, attachment, user }: Mentioned): NodeJson {
  return block(
    'doc',
    {},
    ...[1, 2, 3, 4].map((level) => ({
      ...block('heading', { level }),
      content: inline([`Heading ${level}`]),
    })),
    marks,
    p(
      'Inline: ',
      { type: 'inlineFormula', attrs: { source: 'a^2+b^2' } },
      { type: 'footnote', attrs: { text: 'A note below.' } },
      ' ',
      { type: 'mention', attrs: { of: 'person', id: user.id, name: user.name } },
      ' ',
      { type: 'day', attrs: { date: '2026-12-24' } },
    ),
    ...lists,
    ...containers,
    { ...block('codeBlock', { language: 'sql' }), content: inline(['select 1;\nselect 2;']) },
    block('formula', { source: '\\sum_{i=1}^n i' }),
    block('horizontalRule'),
    block('image', { src: picture, alt: 'A lighthouse', width: 120 }),
    block('attachment', { src: attachment.url, name: attachment.name, size: attachment.size }),
    p('The end.'),
  );
}
