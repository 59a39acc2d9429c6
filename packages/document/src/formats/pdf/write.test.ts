import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import type { NodeJson } from '../../schema/json.ts';
import { jsonOfMarkdown } from '../markdown/read.ts';
import { doc, p } from '../../testing/test-documents.ts';
import { pdfOf } from '../../testing/whole-files.ts';

/**
 * Returns the visible text: the text within the margins of each page. Removing spaces joins broken
 * words again.
 */
async function seen(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const pdf = await getDocumentProxy(bytes.slice());
  const said: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const right = page.getViewport({ scale: 1 }).width - 60;
    for (const item of (await page.getTextContent()).items)
      if (
        'str' in item &&
        Number(item.transform[4]) >= 60 &&
        Number(item.transform[4]) + item.width <= right
      )
        said.push(item.str);
  }
  return { text: said.join('').replace(/\s/g, ''), pages: pdf.numPages };
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const tableOf = (rows: readonly (readonly string[])[]): NodeJson => {
  const [header = [], ...body] = rows;
  return jsonOfMarkdown([row(header), row(header.map(() => '---')), ...body.map(row)].join('\n'));
};
const named = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${String(index).padStart(2, '0')}`);

const url = `https://example.org/${named('part', 40).join('/')}`;

test.each([
  [
    'a long address beside other columns',
    [
      ['Name', 'Address', 'Note'],
      ['Kept', url, 'Last'],
    ],
    1,
  ],
  ['ten columns of long names', [named('Header', 10), named('Value', 10)], 1],
  ['thirty columns', [named('Header', 30), named('Value', 30)], 2],
  ['four hundred columns', [named('Header', 400), named('Value', 400)], 8],
])('a PDF shows every word of a table: %s', async (_, rows, pages) => {
  const found = await seen(await pdfOf('Title', tableOf(rows)));
  for (const word of rows.flat()) expect(found.text).toContain(word);
  expect(found.pages).toBeLessThanOrEqual(pages);
});

test('a table with many columns stands on a page that lies on its side, the text around it does not', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => named(`Row${index}x`, 12));
  const table = tableOf([named('Header', 12), ...rows]);
  const note: NodeJson = { type: 'footnote', attrs: { text: 'noted' } };
  const whole = doc(p('before', note), ...(table.content ?? []), p('after'));
  const pdf = await getDocumentProxy((await pdfOf('Title', whole)).slice());
  const shapes: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const text = (await page.getTextContent()).items
      .map((each) => ('str' in each ? each.str : ''))
      .join(' ');
    const said = ['before', 'after', 'noted', 'Header00', 'Header11'].filter((word) =>
      text.replace(/\s/g, '').includes(word),
    );
    shapes.push(`${width > height ? 'wide' : 'high'} ${said.join(' ')}`);
  }
  // The header is repeated on each page of the table.
  expect(shapes.length).toBeGreaterThan(3);
  expect(shapes[0]).toBe('high before');
  expect(shapes.at(-1)).toBe('high after noted');
  expect(new Set(shapes.slice(1, -1))).toEqual(new Set(['wide Header00 Header11']));
});

test('a PDF shows every word where tables, lists, quotes and columns lie in one another', async () => {
  const cell = (...content: NodeJson[]): NodeJson => ({ type: 'tableCell', content });
  const wide = (...cells: NodeJson[]): NodeJson => ({
    type: 'table',
    content: [{ type: 'tableRow', content: cells }],
  });
  const words = named('deep', 6).map((word) => `${word}${'x'.repeat(60)}`);
  const lists = (content: NodeJson): NodeJson => ({
    type: 'orderedList',
    attrs: { start: 1_000 },
    content: [{ type: 'listItem', content: [p('item'), content] }],
  });
  const inner = wide(...words.map((word) => cell(p(word))));
  const nested = doc(
    wide(cell(p('left')), cell(lists({ type: 'blockquote', content: [inner] }))),
    {
      type: 'columns',
      content: [
        { type: 'column', content: [p(`first${'y'.repeat(200)}`)] },
        {
          type: 'column',
          content: [
            { type: 'callout', attrs: { kind: 'note' }, content: [p(`second${'z'.repeat(200)}`)] },
          ],
        },
      ],
    },
    { type: 'codeBlock', content: [{ type: 'text', text: `code${'w'.repeat(500)}` }] },
    lists(inner),
  );
  const found = await seen(await pdfOf('Title', nested));
  for (const said of [
    ...words,
    'left',
    'item',
    `first${'y'.repeat(200)}`,
    `second${'z'.repeat(200)}`,
    `code${'w'.repeat(500)}`,
  ])
    expect(found.text).toContain(said);
});

test('a PDF says that a table was divided, and keeps cells over several columns', async () => {
  const spanning: NodeJson = {
    type: 'tableRow',
    content: [{ type: 'tableCell', attrs: { colspan: 40 }, content: [p('over all')] }],
  };
  const cells = named('Value', 40).map((text): NodeJson => ({
    type: 'tableCell',
    content: [p(text)],
  }));
  const lost = new Set<string>();
  const wide = doc({ type: 'table', content: [spanning, { type: 'tableRow', content: cells }] });
  const found = await seen(await pdfOf('Title', wide, { lost }));
  for (const word of ['overall', ...named('Value', 40)]) expect(found.text).toContain(word);
  expect([...lost]).toEqual(['Tables with more columns than a page has room for were divided.']);
});

test('a PDF holds the words of every kind of block, with its pictures and links', async () => {
  const kinds = jsonOfMarkdown(`# Heading one

Plain **bold** [link](https://a.b/?x=1&y=2) and a note[^1].

- item
- [x] done

> said

\`\`\`
code here
\`\`\`

[^1]: By whom
`);
  const bytes = await pdfOf('The title', kinds);
  const { text } = await seen(bytes);
  for (const word of [
    'Thetitle',
    'Headingone',
    'Plainboldlink',
    'item',
    'done',
    'said',
    'codehere',
    'Bywhom',
  ])
    expect(text).toContain(word);
  const pdf = await getDocumentProxy(bytes.slice());
  const links = await (await pdf.getPage(1)).getAnnotations();
  expect(links.map(({ url: address }) => String(address))).toContain('https://a.b/?x=1&y=2');
});
