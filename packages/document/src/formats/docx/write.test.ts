import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { jsonOfDocx } from './read.ts';
import type { NodeJson } from '../../schema/json.ts';
import { jsonOfMarkdown } from '../markdown/read.ts';
import { doc, p } from '../../testing/test-documents.ts';
import { docxOf } from '../../testing/whole-files.ts';

/** A PNG of 3,000 by 300 pixels, reduced to the bytes that are read. */
const widePng = Uint8Array.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 0x0b, 0xb8, 0, 0, 0x01, 0x2c],
]);
const imageBytes = () => Promise.resolve({ bytes: widePng, type: 'image/png' });
const picture: NodeJson = { type: 'image', attrs: { src: 'https://a.b/c.png', alt: 'wide' } };

const partOf = (file: Uint8Array, name: string): string =>
  strFromU8(unzipSync(file)[name] ?? new Uint8Array());
const documentOf = (file: Uint8Array): string => partOf(file, 'word/document.xml');
const paragraphsOf = (xml: string): string[] => xml.match(/<w:p>.*?<\/w:p>/gs) ?? [];
const cell = (...content: NodeJson[]): NodeJson => ({ type: 'tableCell', content });
const row = (...content: NodeJson[]): NodeJson => ({ type: 'tableRow', content });

test('only the header row of a table goes to Word as one, and only its cells come back as header cells', async () => {
  const file = await docxOf('', jsonOfMarkdown('| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n'));
  expect(documentOf(file).match(/<w:tblHeader[^>]*>/g)).toEqual(['<w:tblHeader/>']);
  const back = (await jsonOfDocx(file)).doc;
  const rows = back.content?.find(({ type }) => type === 'table')?.content ?? [];
  expect(rows.map(({ content }) => content?.map(({ type }) => type))).toEqual([
    ['tableHeader', 'tableHeader'],
    ['tableCell', 'tableCell'],
    ['tableCell', 'tableCell'],
  ]);
  const plain = await docxOf(
    '',
    doc({ type: 'table', content: [row(cell(p('1'))), row(cell(p('2')))] }),
  );
  expect(documentOf(plain)).not.toContain('w:tblHeader');
});

test('a Word file has a typeface of 11 points, and space around paragraphs, headings and code', async () => {
  const file = await docxOf(
    'Title',
    jsonOfMarkdown('Text\n\n- item\n\n```\none\ntwo\n```\n\nSome `code`.\n'),
  );
  const styles = partOf(file, 'word/styles.xml');
  const defaults = /<w:docDefaults>.*?<\/w:docDefaults>/s.exec(styles)?.[0] ?? '';
  expect(defaults).toContain('w:ascii="Georgia"');
  expect(defaults).toContain('<w:sz w:val="22"/>');
  expect(defaults).toMatch(/<w:spacing [^>]*w:after="140"/);
  for (const id of ['Heading1', 'Heading4', 'Code'])
    expect(new RegExp(`w:styleId="${id}">.*?</w:style>`, 's').exec(styles)?.[0]).toMatch(
      /<w:spacing [^>]*w:after="1[24]0"/,
    );
  const code = paragraphsOf(documentOf(file)).filter((each) => each.includes('w:val="Code"'));
  expect(code).toHaveLength(2);
  for (const each of code) expect(each).toMatch(/<w:shd [^>]*w:fill="F3F3F3"/);
});

test('a picture in a Word file is no wider than its place', async () => {
  const item = { type: 'listItem', content: [p('item'), picture] };
  const table = { type: 'table', content: [row(cell(picture), cell(p('2')), cell(p('3')))] };
  const file = await docxOf('', doc(picture, { type: 'bulletList', content: [item] }, table), {
    imageBytes,
  });
  const widths = [...documentOf(file).matchAll(/<wp:extent cx="(\d+)"/g)].map(
    ([, width]) => Number(width) / 9_525,
  );
  expect(widths).toHaveLength(3);
  const [page = 0, list = 0, inCell = 0] = widths;
  expect(page).toBeLessThanOrEqual(600);
  expect(page).toBeGreaterThan(500);
  expect(list).toBeLessThanOrEqual(600 - 48);
  expect(inCell).toBeLessThanOrEqual(200);
});

test('a Word file sets right to left what is read so', async () => {
  const table = { type: 'table', content: [row(cell(p('אחת')), cell(p('שתיים')))] };
  const xml = documentOf(
    await docxOf('', doc(p('שלום world'), p('hello שלום'), p('plain'), table)),
  );
  const [hebrew = '', english = '', plain = ''] = paragraphsOf(xml);
  expect(hebrew).toContain('<w:bidi/>');
  expect(hebrew).toContain('<w:rtl/>');
  expect(english).not.toContain('<w:bidi/>');
  expect(plain).not.toMatch(/<w:(?:bidi|rtl)/);
  expect(xml).toContain('<w:bidiVisual/>');
});

test('a table in a Word file has the widths of its columns, and the alignment of its cells', async () => {
  const cell = (align: string | null, colwidth: number[] | null): NodeJson => ({
    type: 'tableCell',
    attrs: { align, colwidth },
    content: [p('cell')],
  });
  const row = (...content: NodeJson[]): NodeJson => ({ type: 'tableRow', content });
  const wide = doc({ type: 'table', content: [row(cell('right', [100]), cell('center', [300]))] });
  const xml = documentOf(await docxOf('', wide));
  expect([...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) => width)).toEqual([
    '1500',
    '4500',
  ]);
  expect([...xml.matchAll(/<w:jc w:val="(\w+)"/g)].map(([, align]) => align)).toEqual([
    'right',
    'center',
  ]);
  const unknown = doc({ type: 'table', content: [row(cell(null, null), cell(null, [300]))] });
  expect(documentOf(await docxOf('', unknown))).not.toMatch(/w:w="4500"|<w:jc/);
});
