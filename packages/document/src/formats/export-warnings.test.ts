import { expect, test } from 'vitest';
import { jsonOfMarkdown } from './markdown/read.ts';
import type { NodeJson } from '../schema/json.ts';
import { exportWarnings, type ExportFormat } from './export-warnings.ts';
import { bold, doc, p } from '../testing/test-documents.ts';
import { manuscriptOf } from './manuscript.ts';

const header = (attrs: NodeJson['attrs']): NodeJson => ({ ...cell(attrs), type: 'tableHeader' });
const cell = (attrs: NodeJson['attrs']): NodeJson => ({
  type: 'tableCell',
  attrs: attrs ?? {},
  content: [p('x')],
});
const table = (...rows: NodeJson[][]): NodeJson => ({
  type: 'table',
  content: rows.map((content) => ({ type: 'tableRow', content })),
});

test('reports nothing for content that the format supports', () => {
  const json = jsonOfMarkdown('# One\n\n| a |\n| --: |\n| b |\n\n**bold** [link](https://a.b)');
  for (const format of ['markdown', 'html', 'docx', 'pdf', 'epub'] as const)
    expect(exportWarnings(json, format)).toEqual([]);
});

test.each<[ExportFormat, NodeJson]>([
  ['text', p(bold('x'))],
  [
    'markdown',
    {
      type: 'orderedList',
      attrs: { type: 'a' },
      content: [{ type: 'listItem', content: [p('x')] }],
    },
  ],
  [
    'markdown',
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [p('x')] }] }],
    },
  ],
  ['markdown', table([header({ colwidth: [100] })], [cell({})])],
  ['markdown', table([header({ align: 'right' })], [cell({ align: 'center' })])],
  ['docx', { type: 'taskList', content: [{ type: 'taskItem', content: [p('a'), p('b')] }] }],
  ...(['docx', 'pdf'] as const).map((format): [ExportFormat, NodeJson] => [
    format,
    p({
      type: 'text',
      text: 'x',
      marks: [{ type: 'link', attrs: { href: 'https://a.b', title: 'Said' } }],
    }),
  ]),
  ['pdf', p('日本語')],
  ['pdf', p('😀')],
  ['html', { type: 'gadget', content: [p('x'), { type: 'gadget', content: [] }] }],
])('reports content that %s does not support once', (format, block) => {
  expect(exportWarnings(doc(block, block), format)).toHaveLength(1);
});

test.each(['markdown', 'html', 'text', 'docx', 'pdf', 'epub'] as const)(
  'an attached file is reported as missing in %s',
  (format) => {
    const attachment = { type: 'attachment', attrs: { src: '/api/v1/files/1', name: 'a.zip' } };
    expect(exportWarnings(doc(attachment), format)).toEqual([
      'Attached files are not in this file; their names were kept.',
    ]);
  },
);

test.each<[string, NodeJson]>([
  ['a footnote', p('x', { type: 'footnote', attrs: { text: '日本語' } })],
  ['a mention', p({ type: 'mention', attrs: { of: 'person', id: 'x', name: '日本語' } })],
  ['a formula', p({ type: 'inlineFormula', attrs: { source: '日本語' } })],
  ['a caption', { type: 'image', attrs: { src: 'https://a.b/c.png', title: '日本語' } }],
  ['the title', p('x')],
])('reports characters that a PDF shows as boxes: %s', (place, block) => {
  const report = exportWarnings(doc(block), 'pdf', place === 'the title' ? '日本語' : 'Title');
  expect(report).toContainEqual(expect.stringContaining('empty boxes'));
});

test('exports begin with the title of the document, if it has one', () => {
  const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'T' }] };
  expect(manuscriptOf([{ title: ' T ', depth: 0, content: doc(p('x')) }])).toEqual(
    doc(heading, p('x')),
  );
  expect(manuscriptOf([{ title: ' \n', depth: 0, content: doc(p('x')) }])).toEqual(doc(p('x')));
});
