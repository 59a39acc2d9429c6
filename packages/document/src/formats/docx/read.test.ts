import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { jsonOfDocx } from '../files.ts';
import type { NodeJson } from '../../schema/json.ts';
import { jsonOfMarkdown } from '../markdown/read.ts';
import { markdownOf } from '../markdown/write.ts';
import { plainTextOfJson } from '../text/plain.ts';
import { withNotesInPlace } from './notes.ts';
import { docxOf } from '../../testing/whole-files.ts';

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = (type: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}" TargetMode="${type === 'hyperlink' ? 'External' : 'Internal'}"/></Relationships>`;

/** Creates a Word file with this body and these additional parts. */
function wordFile(
  body: string,
  parts: Readonly<Record<string, string>> = {},
  main = 'word/document.xml',
): Uint8Array {
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships('officeDocument', main),
    [main]: `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
}

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...runs: string[]): string => `<w:p>${runs.join('')}</w:p>`;

async function read(...given: Parameters<typeof wordFile>) {
  const { doc, report } = await jsonOfDocx(wordFile(...given));
  return { doc, report, text: plainTextOfJson(doc) };
}

function footnotesOf(node: NodeJson): unknown[] {
  return node.type === 'footnote'
    ? [node.attrs?.['text']]
    : (node.content ?? []).flatMap(footnotesOf);
}

describe('a Word file', () => {
  test.each(['word/document2.xml', '/word/document2.xml', 'doc/main.xml'])(
    'whose text the package says to be in %s is read from there',
    async (main) => {
      const path = main.replace(/^\//, '');
      const bytes = wordFile(
        paragraph(run('Here.')),
        { '_rels/.rels': relationships('officeDocument', main) },
        path,
      );
      expect(plainTextOfJson((await jsonOfDocx(bytes)).doc)).toBe('Here.');
    },
  );

  test('keeps the widths of the columns of a table and the alignment of its cells', async () => {
    const grid = (...widths: number[]): string =>
      `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`;
    const cell = (content: string, properties = ''): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
    const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
    const aligned = (align: string, text: string): string =>
      `<w:p><w:pPr><w:jc w:val="${align}"/></w:pPr>${run(text)}</w:p>`;
    const inner = `<w:tbl>${grid(750, 1500)}${row(cell(paragraph(run('x'))), cell(paragraph(run('y'))))}</w:tbl>`;
    const table = [
      grid(1500, 3000, 4500),
      row(
        cell(aligned('right', 'a'), '<w:vMerge w:val="restart"/>'),
        cell('<w:p/>'),
        cell(aligned('center', 'c')),
      ),
      row(
        cell('<w:p/>', '<w:vMerge/>'),
        cell(`${inner}${aligned('right', 'after')}`, '<w:gridSpan w:val="2"/>'),
      ),
      `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell(paragraph(run('d')))}${cell('<w:p></w:p>')}</w:tr>`,
    ];
    const { doc, report } = await read(`<w:tbl>${table.join('')}</w:tbl>${paragraph()}`);
    // From the paragraph after the inner table.
    expect(report).toEqual([expect.stringContaining('alignment')]);
    const cellsOf = ({ type, attrs, content = [] }: NodeJson): unknown[] => [
      ...(type === 'tableCell'
        ? [
            [
              plainTextOfJson({ type: 'doc', content }),
              attrs?.['align'] ?? null,
              attrs?.['colwidth'] ?? null,
            ],
          ]
        : []),
      ...content.flatMap(cellsOf),
    ];
    expect(cellsOf(doc)).toEqual([
      ['a', 'right', [100]],
      ['', null, [200]],
      ['c', 'center', [300]],
      [expect.stringContaining('after'), null, null],
      ['x', null, [50]],
      ['y', null, [100]],
      ['d', null, [100]],
      ['', null, [200]],
      ['', null, null],
    ]);
    expect(
      (await read(`<w:tbl>${table.slice(0, 2).join('')}</w:tbl>${paragraph()}`)).report,
    ).toEqual([]);
    const even = `<w:tbl>${grid(1500, 1505)}${row(cell(paragraph(run('e'))), cell(aligned('left', 'f')))}</w:tbl>`;
    expect(cellsOf((await read(`${even}${paragraph()}`)).doc)).toEqual([
      ['e', null, null],
      ['f', null, null],
    ]);
  });

  test('keeps the text of every element around it', async () => {
    const around = [
      `<w:dir w:val="rtl">${run('one ')}</w:dir>`,
      `<w:bdo w:val="ltr">${run('two ')}<w:dir w:val="ltr">${run('three ')}</w:dir></w:bdo>`,
      `<w:fldSimple w:instr="DATE"><w:fldData>AAAA</w:fldData>${run('four ')}</w:fldSimple>`,
      `<w:r><w:ruby><w:rubyPr><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>${run('toukyou')}</w:rt><w:rubyBase>${run('東京 ')}</w:rubyBase></w:ruby></w:r>`,
      `<w:smartTag w:element="place"><w:smartTagPr/>${run('five ')}</w:smartTag>`,
      `<w:sdt><w:sdtPr/><w:sdtContent>${run('six ')}</w:sdtContent></w:sdt>`,
      '<w:r><w:t>seven</w:t><w:cr/><w:t>eight</w:t></w:r>',
    ];
    const { text, report } = await read(paragraph(...around));
    expect(text).toBe('one two three four 東京 five six seven\neight');
    expect(report).toEqual([expect.stringContaining('ruby')]);
  });

  test.each(['off', '0', 'false'])(
    'whose rows say of themselves w:tblHeader %s has no header cells',
    async (value) => {
      const cell = (text: string): string => `<w:tc>${paragraph(run(text))}</w:tc>`;
      const row = (mark: string, text: string): string =>
        `<w:tr><w:trPr>${mark}</w:trPr>${cell(text)}</w:tr>`;
      const table = (first: string): string =>
        `<w:tbl>${row(first, 'a')}${row(`<w:tblHeader w:val="${value}"></w:tblHeader>`, 'b')}</w:tbl>`;
      expect(
        JSON.stringify((await read(table(`<w:tblHeader w:val="${value}"/>`))).doc),
      ).not.toContain('tableHeader');
      const headed = JSON.stringify((await read(table('<w:tblHeader/>'))).doc);
      expect(headed.match(/tableHeader/g)).toHaveLength(1);
      expect(
        (await read(paragraph(run('plain', `<w:b w:val="${value}"/>`)))).doc.content?.[0]?.content,
      ).toEqual([{ type: 'text', text: 'plain' }]);
    },
  );

  test('that we wrote has the header cells it had, and no others', async () => {
    const cell = (type: string, text: string): NodeJson => ({
      type,
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    });
    const table = (first: string): NodeJson => ({
      type: 'doc',
      content: [
        {
          type: 'table',
          content: [first, 'tableCell'].map((type) => ({
            type: 'tableRow',
            content: [cell(type, 'a'), cell(type, 'b')],
          })),
        },
      ],
    });
    const back = async (doc: NodeJson) =>
      JSON.stringify((await jsonOfDocx(await docxOf('T', doc))).doc);
    expect(await back(table('tableCell'))).not.toContain('tableHeader');
    const headed = await back(table('tableHeader'));
    expect([headed.match(/tableHeader/g)?.length, headed.match(/tableCell/g)?.length]).toEqual([
      2, 2,
    ]);
  });

  test.each([
    [
      '<w:p><w:pPr><w:jc w:val="center"/></w:pPr></w:p>',
      'The alignment of paragraphs was left out.',
    ],
    [
      paragraph(run('red', '<w:color w:val="FF0000"/>')),
      'Colours and highlights of text were left out.',
    ],
    [
      paragraph(run('lit', '<w:highlight w:val="yellow"/>')),
      'Colours and highlights of text were left out.',
    ],
    ['<w:p><w:r><w:br w:type="page"/></w:r></w:p>', 'Page breaks were left out.'],
    ['<w:p><w:pPr><w:pageBreakBefore/></w:pPr></w:p>', 'Page breaks were left out.'],
    [
      '<w:p><w:moveFrom w:id="1" w:author="A"><w:r><w:t>x</w:t></w:r></w:moveFrom></w:p>',
      'Tracked changes came in as accepted.',
    ],
    [
      '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="T"/></w:ffData></w:fldChar></w:r></w:p>',
      'Form fields became the text that is in them.',
    ],
    [
      '<w:p/><w:sectPr><w:cols w:space="708" w:num="2"/></w:sectPr>',
      'Columns of text became one column.',
    ],
  ])(
    'says in a sentence that %s is not carried, and of plain text nothing',
    async (body, sentence) => {
      expect((await read(body)).report).toEqual([sentence]);
      const plain = `<w:p><w:pPr><w:jc w:val="left"/></w:pPr>${run('plain', '<w:color w:val="auto"/><w:highlight w:val="none"/>')}</w:p>`;
      expect((await read(`${plain}<w:sectPr><w:cols w:space="708"/></w:sectPr>`)).report).toEqual(
        [],
      );
    },
  );

  test('has no more than four levels of headings, and says so', async () => {
    const names = [1, 4, 5, 9].map(
      (level) =>
        `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`,
    );
    const heading = (level: number): string =>
      `<w:p><w:pPr><w:pStyle w:val="H${level}"/></w:pPr>${run('Heading')}</w:p>`;
    const { doc, report } = await read([1, 4, 5, 9].map(heading).join(''), {
      'word/_rels/document.xml.rels': relationships('styles', 'styles.xml'),
      'word/styles.xml': `<w:styles ${namespaces}>${names.join('')}</w:styles>`,
    });
    expect(doc.content?.map(({ type, attrs }) => [type, attrs?.['level']])).toEqual(
      [1, 4, 4, 4].map((level) => ['heading', level]),
    );
    expect(report).toEqual([
      'Headings below the fourth level became headings of the fourth level.',
    ]);
  });

  test('tells of what is left out in sentences for people', async () => {
    const body = [
      '<w:p><w:pPr><w:pStyle w:val="Strange"/></w:pPr><w:r><w:t>Text</w:t></w:r></w:p>',
      '<w:p><w:lock/><o:lock xmlns:o="urn:schemas-microsoft-com:office:office"/><w:altChunk/></w:p>',
      '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
    ];
    const text = `<w:hdr ${namespaces}>${paragraph(run('Top'))}</w:hdr>`;
    const { report } = await read(body.join(''), {
      'word/_rels/document.xml.rels': relationships('image', 'media/gone.png'),
      'word/header1.xml': text,
      'word/charts/chart1.xml': '<c/>',
      'word/diagrams/data1.xml': '<d/>',
    });
    expect(report).toEqual(
      expect.arrayContaining([
        'Headers and footers were left out.',
        'Charts were left out.',
        'Diagrams (SmartArt) were left out, with the text in them.',
        'The style “Strange” came in as plain text.',
        'A picture that is not in the file, or is damaged, was left out.',
        'Parts of this file that cannot be read were left out.',
      ]),
    );
    for (const sentence of report) expect(sentence).toMatch(/^[A-Z][^{}<>]*\.$/);
    expect(report.join()).not.toMatch(/null|undefined|\w:\w|Cannot/);
  });
});

describe('the footnotes of a Word file', () => {
  const sup = '<w:vertAlign w:val="superscript"/>';
  const sign = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const notes = (...texts: string[]): Record<string, string> => ({
    'word/_rels/document.xml.rels': relationships('footnotes', 'footnotes.xml'),
    'word/footnotes.xml': `<w:footnotes ${namespaces}>${texts
      .map((text, index) => `<w:footnote w:id="${index + 1}">${text}</w:footnote>`)
      .join('')}</w:footnotes>`,
  });

  test.each([
    ['1,2', [sign(1), run(',', sup), sign(2)]],
    ['(1)', [run('(', sup), sign(1), run(')', sup), sign(2)]],
    ['apart', [sign(1), run(' and '), sign(2)]],
  ])('stand where their signs do: %s', async (_, signs) => {
    const { doc, text } = await read(
      paragraph(run('Said'), ...signs, run('.')),
      notes(paragraph(run('First & "one"')), paragraph(run('Second'))),
    );
    expect(footnotesOf(doc)).toEqual(['First & "one"', 'Second']);
    expect(text).not.toContain('↑');
  });

  test('keep words whole, addresses, and what stands in lists and further paragraphs', async () => {
    const long =
      paragraph(run('un'), run('believ', '<w:b/>'), run('able')) +
      paragraph(`<w:hyperlink r:id="rId1">${run('see')}</w:hyperlink>`);
    const { doc, report } = await read(paragraph(run('Said'), sign(1)), {
      ...notes(long),
      'word/_rels/footnotes.xml.rels': relationships('hyperlink', 'https://a.b/c?d=1&amp;e=2'),
    });
    expect(footnotesOf(doc)).toEqual(['unbelievable see (https://a.b/c?d=1&e=2)']);
    expect(report).toEqual([expect.stringContaining('Notes are plain text')]);
  });

  test('whose sign is nowhere stand at the end, and the report says so', () => {
    const lost = new Set<string>();
    const html =
      '<p>Said</p><ol><li id="footnote-1"><p>Kept &amp; said <a href="#footnote-ref-1">↑</a></p></li></ol>';
    expect(withNotesInPlace(html, lost)).toBe('<p>Said</p><ol></ol><p>Kept &amp; said</p>');
    expect([...lost]).toEqual([expect.stringContaining('at the end of the document')]);
  });
});

test('a table of Markdown is the same after Word', async () => {
  const given = '| a | b |\n| --- | --- |\n| 1 | 2 |';
  const back = await jsonOfDocx(await docxOf('T', jsonOfMarkdown(given)));
  expect(markdownOf(back.doc)).toContain('| a | b |\n| --- | --- |\n| 1 | 2 |');
});

test('an encrypted file, an older Word file and other kinds are refused by what they are', async () => {
  const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  const name = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);
  await expect(
    jsonOfDocx(Uint8Array.from([...ole, ...Array<number>(600).fill(0), ...name])),
  ).rejects.toThrow('password');
  await expect(jsonOfDocx(Uint8Array.from(ole))).rejects.toThrow('older Word');
  await expect(jsonOfDocx(strToU8('%PDF-1.7'))).rejects.toThrow('PDF');
});
