import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { jsonOfDocx } from './read.ts';
import type { NodeJson } from '../../schema/json.ts';
import { jsonOfMarkdown } from '../markdown/read.ts';
import { doc, p } from '../../testing/test-documents.ts';
import { pngOf } from '../../testing/pictures.ts';
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

test('only the header row of a table is exported to Word as a header, and restored as header cells', async () => {
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

test('a Word file has an 11 point font, and spacing after paragraphs, headings and code', async () => {
  const file = await docxOf(
    'Title',
    jsonOfMarkdown('Text\n\n- item\n\n```\none\ntwo\n```\n\nSome `code`.\n'),
  );
  const styles = partOf(file, 'word/styles.xml');
  const defaults = /<w:docDefaults>.*?<\/w:docDefaults>/s.exec(styles)?.[0] ?? '';
  expect(defaults).toContain('w:ascii="Georgia"');
  expect(defaults).toContain('<w:sz w:val="22"/>');
  expect(defaults).toMatch(/<w:spacing [^>]*w:after="140"/);
  for (const id of ['Heading1', 'Heading4', 'HTMLPreformatted'])
    expect(new RegExp(`w:styleId="${id}">.*?</w:style>`, 's').exec(styles)?.[0]).toMatch(
      /<w:spacing [^>]*w:after="1[24]0"/,
    );
  const code = paragraphsOf(documentOf(file)).filter((each) =>
    each.includes('w:val="HTMLPreformatted"'),
  );
  expect(code).toHaveLength(2);
  for (const each of code) expect(each).toMatch(/<w:shd [^>]*w:fill="F3F3F3"/);
});

test('a picture in a Word file is not wider than the page, list item or cell around it', async () => {
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

test('the width of a picture is restored from Word, even above its natural width, or stays unset', async () => {
  const widths = [300, 90, null];
  const pictures = widths.map((width): NodeJson => ({
    type: 'image',
    attrs: { ...picture.attrs, width },
  }));
  const given = await docxOf('', doc(...pictures), {
    imageBytes: () => Promise.resolve({ bytes: pngOf(120, 60), type: 'image/png' }),
  });
  const heights = [...documentOf(given).matchAll(/<wp:extent [^>]*cy="(\d+)"/g)].map(
    ([, height]) => Number(height) / 9_525,
  );
  expect(heights).toEqual([150, 45, 60]);
  const back = await jsonOfDocx(given, { storeImage: () => Promise.resolve('https://a.b/c.png') });
  const images = back.doc.content?.filter(({ type }) => type === 'image') ?? [];
  expect(images.map(({ attrs }) => attrs?.['width'] ?? null)).toEqual(widths);
});

test('a picture in a table cell of a Word file is not wider than the cell', async () => {
  const wide = (colwidth: number[], ...content: NodeJson[]): NodeJson => ({
    type: 'tableCell',
    attrs: { colwidth, colspan: colwidth.length },
    content,
  });
  const uneven = [
    row(wide([50], picture), wide([550], p('2'))),
    row(wide([50], p('3')), wide([550], picture)),
  ];
  const tall = { type: 'tableCell', attrs: { rowspan: 2 }, content: [p('1')] };
  const spanned = [row(tall, cell(p('2')), cell(p('3'))), row(cell(picture), cell(p('4')))];
  const tables = [uneven, spanned].map((content): NodeJson => ({ type: 'table', content }));
  const file = await docxOf('', doc(...tables), { imageBytes });
  const widths = [...documentOf(file).matchAll(/<wp:extent cx="(\d+)"/g)].map(([, width]) =>
    Math.round(Number(width) / 9_525),
  );
  // The cells have margins of 16 pixels.
  expect(widths).toEqual([50 - 16, 550 - 16, 200 - 16]);
});

test('a picture in a Word file is no taller than the page', async () => {
  const tall = () => Promise.resolve({ bytes: pngOf(400, 8_000), type: 'image/png' });
  const table = { type: 'table', content: [row(cell(p('above'), picture), cell(p('2')))] };
  const file = await docxOf('', doc(picture, table), { imageBytes: tall });
  const heights = [...documentOf(file).matchAll(/<wp:extent [^>]*cy="(\d+)"/g)].map(
    ([, height]) => Number(height) / 9_525,
  );
  expect(heights).toHaveLength(2);
  for (const height of heights) expect(height).toBeLessThanOrEqual(930);
});

test('right-to-left text is marked as such in a Word file', async () => {
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
  const note = (text: string): NodeJson => ({ type: 'footnote', attrs: { text } });
  const noted = await docxOf('', doc(p('x', note('הערה'), note('note'))));
  const notes = paragraphsOf(partOf(noted, 'word/footnotes.xml'));
  expect(notes.filter((each) => each.includes('הערה'))).toEqual([
    expect.stringMatching(/<w:bidi\/>.*<w:rtl\/>/s),
  ]);
  expect(notes.find((each) => each.includes('note'))).not.toMatch(/<w:(?:bidi|rtl)\b/);
});

test('code in a Word file uses the built-in HTML code styles', async () => {
  const file = await docxOf('', jsonOfMarkdown('Some `code`.\n\n```\nblock\n```\n'));
  const styles = partOf(file, 'word/styles.xml');
  for (const [id, name] of [
    ['HTMLPreformatted', 'HTML Preformatted'],
    ['HTMLCode', 'HTML Code'],
  ]) {
    expect(documentOf(file)).toContain(`w:val="${id}"`);
    expect(styles).toMatch(new RegExp(`w:styleId="${id}"[^>]*><w:name w:val="${name}"/>`));
  }
});

test('a table in a Word file has the column widths and cell alignment of the document', async () => {
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
