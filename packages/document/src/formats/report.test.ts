import { expect, test } from 'vitest';
import { jsonOfMarkdown } from './markdown/read.ts';
import type { NodeJson } from '../schema/json.ts';
import { reportOf, type ExportFormat } from './report.ts';
import { bold, doc, p } from '../testing/test-documents.ts';
import { withTitle } from './with-title.ts';

test('what a format carries is not reported', () => {
  const json = jsonOfMarkdown('# One\n\n| a |\n| --- |\n| b |\n\n**bold** [link](https://a.b)');
  for (const format of ['markdown', 'html', 'docx', 'pdf', 'epub'] as const)
    expect(reportOf(json, format)).toEqual([]);
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
  ['pdf', p('日本語')],
  ['pdf', p('😀')],
  ['html', { type: 'gadget', content: [p('x'), { type: 'gadget', content: [] }] }],
])('what %s does not carry is said once', (format, block) => {
  expect(reportOf(doc(block, block), format)).toHaveLength(1);
});

test('exports begin with the title, if there is one', () => {
  const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'T' }] };
  expect(withTitle(' T ', doc(p('x')))).toEqual(doc(heading, p('x')));
  expect(withTitle(' \n', doc(p('x')))).toEqual(doc(p('x')));
});
