import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { expect, test } from 'vitest';
import type { NodeJson } from '../../schema/json.ts';
import { jsonOfMarkdown } from '../markdown/read.ts';
import { doc, p } from '../../testing/test-documents.ts';
import { pngOf } from '../../testing/pictures.ts';
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
    'a long URL beside other columns',
    [
      ['Name', 'Address', 'Note'],
      ['Kept', url, 'Last'],
    ],
    1,
  ],
  ['ten columns of long names', [named('Header', 10), named('Value', 10)], 1],
  ['thirty columns', [named('Header', 30), named('Value', 30)], 2],
  ['four hundred columns', [named('Header', 400), named('Value', 400)], 8],
])('a PDF contains every word of a table: %s', async (_, rows, pages) => {
  const found = await seen(await pdfOf('Title', tableOf(rows)));
  for (const word of rows.flat()) expect(found.text).toContain(word);
  expect(found.pages).toBeLessThanOrEqual(pages);
});

test('a wide table gets landscape pages, and the text around it portrait pages', async () => {
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

test('a PDF contains every word of nested tables, lists, quotes and columns', async () => {
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

test('a PDF export reports a divided table, and keeps cells that span several columns', async () => {
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

test('a PDF contains the words of every kind of block, its picture and its link', async () => {
  const kinds = jsonOfMarkdown(`# Heading one

Plain **bold** [link](https://a.b/?x=1&y=2) and a note[^1].

- item
- [x] done

> said

![](https://a.b/c.png)

\`\`\`
code here
\`\`\`

[^1]: By whom
`);
  const imageBytes = () => Promise.resolve({ bytes: pngOf(40, 40), type: 'image/png' });
  const bytes = await pdfOf('The title', kinds, { imageBytes });
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
  expect(await picturesIn(bytes)).toHaveLength(1);
  const pdf = await getDocumentProxy(bytes.slice());
  const links = await (await pdf.getPage(1)).getAnnotations();
  expect(links.map(({ url: address }) => String(address))).toContain('https://a.b/?x=1&y=2');
});

const headerCell = (...content: NodeJson[]): NodeJson => ({ type: 'tableHeader', content });
const dataCell = (...content: NodeJson[]): NodeJson => ({ type: 'tableCell', content });
const rowOf = (...content: NodeJson[]): NodeJson => ({ type: 'tableRow', content });

test.each([
  ['taller than two pages', 3_000],
  ['almost as tall as a page', 420],
])('a PDF contains every word of a header row %s and of the rows below it', async (_, count) => {
  const words = Array.from({ length: count }, (_each, index) => `head${index}x`);
  const below = named('below', 5);
  const table = {
    type: 'table',
    content: [
      rowOf(headerCell(p(words.join(' '))), headerCell(p('short'))),
      ...below.map((word) => rowOf(dataCell(p(word)), dataCell(p('text '.repeat(200))))),
    ],
  };
  const { text } = await seen(await pdfOf('Title', doc(table)));
  expect([...words, ...below].filter((word) => !text.includes(word))).toEqual([]);
});

test('too deeply nested blocks keep their words and pictures in a PDF, and are reported', async () => {
  const image: NodeJson = { type: 'image', attrs: { src: 'https://a.b/c.png', alt: 'deep' } };
  const imageBytes = () => Promise.resolve({ bytes: pngOf(40, 40), type: 'image/png' });
  const table = { type: 'table', content: [rowOf(dataCell(p('cell'), image))] };
  const nested = (depth: number): NodeJson => ({
    type: 'blockquote',
    content: depth === 0 ? [table] : [p(`level${depth}x`), nested(depth - 1)],
  });
  const lost = new Set<string>();
  const bytes = await pdfOf('Title', doc(nested(30)), { imageBytes, lost });
  const { text } = await seen(bytes);
  for (const word of ['cell', ...Array.from({ length: 30 }, (_, at) => `level${at + 1}x`)])
    expect(text).toContain(word);
  expect(await picturesIn(bytes)).toHaveLength(1);
  expect([...lost]).toEqual([expect.stringContaining('nested deeper than eight levels')]);
});

/** Returns the lower and upper edge of each picture on the pages of a PDF (pt). */
async function picturesIn(bytes: Uint8Array): Promise<[number, number][]> {
  const pdf = await getDocumentProxy(bytes.slice());
  const { OPS, Util } = await getResolvedPDFJS();
  const found: [number, number][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { fnArray, argsArray } = await (await pdf.getPage(number)).getOperatorList();
    const saved: number[][] = [];
    let matrix = [1, 0, 0, 1, 0, 0];
    for (const [at, operator] of fnArray.entries()) {
      if (operator === OPS.save) saved.push(matrix);
      if (operator === OPS.restore) matrix = saved.pop() ?? matrix;
      if (operator === OPS.transform) matrix = Util.transform(matrix, argsArray[at] as number[]);
      const [, , , height = 0, , y = 0] = matrix;
      if (operator === OPS.paintImageXObject)
        found.push([Math.min(y, y + height), Math.max(y, y + height)]);
    }
  }
  return found;
}

test('a picture in a PDF has its set width, even above its natural width', async () => {
  const image = { type: 'image', attrs: { src: 'https://a.b/c.png', width: 200 } };
  const bytes = await pdfOf('', doc(image), {
    imageBytes: () => Promise.resolve({ bytes: pngOf(20, 40), type: 'image/png' }),
  });
  const [[low, high] = [0, 0]] = await picturesIn(bytes);
  expect(Math.round(high - low)).toBe(300);
});

test('a picture with a link is clickable in a PDF', async () => {
  const image = { type: 'image', attrs: { src: 'https://a.b/c.png', href: 'https://a.b/d?e&f' } };
  const bytes = await pdfOf('', doc(image), {
    imageBytes: () => Promise.resolve({ bytes: pngOf(20, 40), type: 'image/png' }),
  });
  const annotations = await (
    await (await getDocumentProxy(bytes.slice())).getPage(1)
  ).getAnnotations();
  const [{ url = '', rect = [] } = {}] = annotations as { url?: string; rect?: number[] }[];
  const [, low = 0, , high = 0] = rect;
  expect([url, Math.round(high - low)]).toEqual(['https://a.b/d?e&f', 30]);
});

test('a picture taller than a page is scaled to fit one page of a PDF, also in table cells', async () => {
  const tall: NodeJson = { type: 'image', attrs: { src: 'https://a.b/c.png', alt: 'tall' } };
  const imageBytes = () => Promise.resolve({ bytes: pngOf(400, 8_000), type: 'image/png' });
  const table = {
    type: 'table',
    content: [
      rowOf(headerCell(p('head '.repeat(300))), headerCell(p('b'))),
      rowOf(dataCell(p('beside')), dataCell(p('above'), tall)),
      rowOf(dataCell(tall), dataCell({ type: 'callout', content: [p('in'), tall] })),
    ],
  };
  const pictures = await picturesIn(
    await pdfOf('Title', doc(p('before'), tall, table), { imageBytes }),
  );
  expect(pictures).toHaveLength(4);
  for (const [low, high] of pictures) {
    expect(low).toBeGreaterThanOrEqual(63);
    expect(high).toBeLessThanOrEqual(842 - 63);
    expect(high - low).toBeGreaterThan(300);
  }
});
