import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { jsonOfDocx } from './files.ts';
import { jsonOfHtml } from './html/read.ts';
import { htmlOf } from './html/write.ts';
import type { NodeJson } from '../schema/json.ts';
import { jsonOfMarkdown } from './markdown/read.ts';
import { markdownOf } from './markdown/write.ts';
import { doc, item, list, p } from '../testing/test-documents.ts';
import { docxOf, epubOf, pdfOf } from '../testing/whole-files.ts';

const ordered = (start: number, type: string | null, ...content: NodeJson[]): NodeJson => ({
  type: 'orderedList',
  attrs: { start, ...(type !== null && { type }) },
  content,
});

const lists = doc(
  ordered(1, null, item(p('one')), item(p('two'), ordered(4, 'a', item(p('d')), item(p('e'))))),
  p('between'),
  ordered(3, null, item(p('three'))),
  ordered(9, 'I', item(p('nine'))),
  p('between'),
  ordered(2, 'i', item(p('ii'))),
  ordered(27, 'A', item(p('AA'))),
);

/** Returns the start and number format of each numbered list in a document. */
function startsIn(node: NodeJson): string[] {
  const own =
    node.type === 'orderedList'
      ? [`${String(node.attrs?.['start'] ?? 1)}${String(node.attrs?.['type'] ?? '')}`]
      : [];
  return [...own, ...(node.content ?? []).flatMap(startsIn)];
}
const starts = ['1', '4a', '3', '9I', '2i', '27A'];

test('numbered lists keep their start and number format in HTML and Word', async () => {
  expect(startsIn(lists)).toEqual(starts);
  expect(startsIn(jsonOfHtml(htmlOf(lists)))).toEqual(starts);
  const { doc: back, report } = await jsonOfDocx(await docxOf('', lists));
  expect([startsIn(back), report]).toEqual([starts, []]);
  const styled =
    '<ol start="3" style="list-style-type: upper-roman"><li>a</ol><ol style="list-style-type:lower-latin"><li>b</ol>';
  expect(startsIn(jsonOfHtml(styled))).toEqual(['3I', '1a']);
});

test('numbered lists keep their start in Markdown', () => {
  expect(startsIn(jsonOfMarkdown(markdownOf(lists)))).toEqual(['1', '4', '3', '9', '2', '27']);
});

test('numbered lists show their numbers in PDF and EPUB', async () => {
  const pdf = await getDocumentProxy((await pdfOf('', lists)).slice());
  const content = await (await pdf.getPage(1)).getTextContent();
  const said = content.items.map((each) => ('str' in each ? each.str : '')).join(' ');
  for (const number of ['d.', '3.', 'IX.', 'ii.', 'AA.'])
    expect(said.split(/\s+/)).toContain(number);
  const facts = { id: '0198f1c2-1111-7abc-8def-0123456789ab', modified: new Date(0) };
  const book = unzipSync(await epubOf('T', lists, facts));
  const text = Object.entries(book).find(([name]) => name.endsWith('text.xhtml'))?.[1];
  expect(strFromU8(text!)).toContain('<ol start="27" type="A">');
});

test.each(['bulletList', 'orderedList'])(
  'lists (%s) with nine levels are unchanged in a round trip through Word',
  async (type) => {
    const nested = (depth: number): NodeJson => ({
      type,
      ...(type === 'orderedList' && { attrs: { start: depth } }),
      content: [
        item(p(`first ${depth}`), ...(depth < 9 ? [nested(depth + 1)] : [])),
        item(p(`second ${depth}`)),
      ],
    });
    const text = doc(nested(1));
    expect((await jsonOfDocx(await docxOf('', text))).doc).toEqual(text);
  },
);

const level = (ilvl: number, form: string, more = '', text = `%${ilvl + 1}.`): string =>
  `<w:lvl w:ilvl="${ilvl}"><w:start w:val="1"/><w:numFmt w:val="${form}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'lowerLetter')}${level(2, 'lowerRoman')}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">${level(0, 'upperRoman', '<w:pStyle w:val="Clause"/>')}</w:abstractNum>
<w:abstractNum w:abstractNumId="2">${level(0, 'ideographDigital')}</w:abstractNum>
<w:abstractNum w:abstractNumId="3">${level(0, 'decimal', '', '§ %1')}${level(1, 'decimal', '', '%1.%2')}${level(2, 'decimal', '', '(%3)')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>`;
const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>`;

const relation = (type: string, target: string, id: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relations = (...all: string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;

/** Returns a Word file with this body. `suffix`: end of the names of all its parts. */
function wordFile(body: string, suffix = ''): Uint8Array {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(relation('officeDocument', `word/document${suffix}.xml`, 'rId1')),
    [`word/_rels/document${suffix}.xml.rels`]: relations(
      relation('numbering', `numbering${suffix}.xml`, 'n'),
      relation('styles', `/word/styles${suffix}.xml`, 's'),
    ),
    [`word/numbering${suffix}.xml`]: numbering,
    [`word/styles${suffix}.xml`]: styles,
    [`word/document${suffix}.xml`]: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
}

const entry = (text: string, number: number, ilvl = 0): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${ilvl}"/><w:numId w:val="${number}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const plain = (text: string, style = ''): string =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

test('lists of a Word file continue after a paragraph, and restart in deeper levels and where declared', async () => {
  const body = [
    entry('1', 1),
    entry('a', 1, 1),
    entry('b', 1, 1),
    plain('between'),
    entry('2', 1),
    plain('between'),
    entry('a', 1, 1),
    plain('between'),
    entry('7', 2),
    plain('between'),
    entry('8', 2),
    plain('between'),
    entry('9', 1),
    plain('between'),
    plain('I', 'Clause'),
    plain('between'),
    plain('II', 'Clause'),
    plain('between'),
    entry('other', 4),
  ];
  const { doc: read, report } = await jsonOfDocx(wordFile(body.join('')));
  expect(startsIn(read)).toEqual(['1', '1a', '2', '1a', '7', '8', '9', '1I', '2I', '1']);
  expect(report).toContain(
    'Lists that are numbered in other ways than with numbers, letters or Roman numbers have numbers.',
  );
});

test('lists keep their start in a Word file with other part names', async () => {
  const body = [entry('1', 1), plain('between'), entry('2', 1), plain('I', 'Clause')];
  const { doc: read } = await jsonOfDocx(wordFile(body.join(''), '2'));
  expect(startsIn(read)).toEqual(['1', '2', '1I']);
});

test.each([
  ['words in list numbers', entry('a', 5), /Words and higher levels/],
  ['higher levels in list numbers', entry('a', 1) + entry('b', 5, 1), /Words and higher/],
  [
    'numbers of headings',
    entry('a', 5).replace('<w:numPr>', '<w:pStyle w:val="H1"/><w:numPr>'),
    /numbers of numbered headings/,
  ],
  [
    'outline levels',
    plain('a').replace('<w:pPr>', '<w:pPr><w:outlineLvl w:val="0"/>'),
    /Outline levels of paragraphs/,
  ],
])('%s of a Word file are reported as left out', async (_, body, sentence) => {
  const { doc: read, report } = await jsonOfDocx(wordFile(body));
  expect(report).toEqual([expect.stringMatching(sentence)]);
  expect(JSON.stringify(read)).not.toContain('longhand-');
});

test('plain list numbers and outline levels of headings are not reported', async () => {
  const heading = plain('a', 'H1').replace('</w:pPr>', '<w:outlineLvl w:val="0"/></w:pPr>');
  const text = plain('b').replace('<w:pPr>', '<w:pPr><w:outlineLvl w:val="9"/>');
  const { doc: read, report } = await jsonOfDocx(
    wordFile(heading + text + entry('c', 1) + entry('d', 5, 2)),
  );
  expect(report).toEqual([]);
  expect(read.content?.[0]).toMatchObject({ type: 'heading' });
});

test('superscript and subscript are kept in every format, and inline code in Word', async () => {
  const marked = (text: string, ...types: string[]): NodeJson => ({
    type: 'text',
    text,
    marks: types.map((type) => ({ type })),
  });
  const text = doc(
    p(
      'm',
      marked('2', 'superscript'),
      ' H',
      marked('2', 'bold', 'subscript'),
      'O ',
      marked('x()', 'code'),
    ),
  );
  expect(jsonOfMarkdown(markdownOf(text))).toEqual(text);
  expect(jsonOfHtml(htmlOf(text))).toEqual(text);
  expect((await jsonOfDocx(await docxOf('', text))).doc).toEqual(text);
  const pdf = await getDocumentProxy((await pdfOf('', text)).slice());
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const size = (said: string): number =>
    items.flatMap((each) => ('str' in each && each.str.trim() === said ? [each.height] : []))[0] ??
    0;
  expect(size('m')).toBeGreaterThan(size('2'));
});

test('horizontal rules and tasks are restored from Word, also tasks of other programs', async () => {
  const task = (checked: boolean, said: string): NodeJson => ({
    type: 'taskItem',
    attrs: { checked },
    content: [p(said)],
  });
  const tasks: NodeJson = { type: 'taskList', content: [task(true, 'done'), task(false, 'open')] };
  const text = doc(list(item(p('plain'))), tasks, { type: 'horizontalRule' }, p('end'));
  expect((await jsonOfDocx(await docxOf('', text))).doc).toEqual(text);
  const control = (checked: number): string =>
    `<w:p><w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>${checked ? '☒' : '☐'}</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> it</w:t></w:r></w:p>`;
  const { doc: read } = await jsonOfDocx(wordFile(control(1) + control(0)));
  expect(read).toEqual(doc({ type: 'taskList', content: [task(true, 'it'), task(false, 'it')] }));
});

test('very many checkboxes and list numbers are read in linear time', async () => {
  for (const one of [plain('☐'), entry('a', 1)]) {
    const { content } = (await jsonOfDocx(wordFile(one.repeat(20_000)))).doc;
    expect(content?.map((each) => each.content?.length)).toEqual([20_000]);
  }
});
