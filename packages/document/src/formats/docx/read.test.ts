import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { jsonOfDocx } from '../files.ts';
import type { NodeJson } from '../../schema/json.ts';
import { jsonOfMarkdown } from '../markdown/read.ts';
import { markdownOf } from '../markdown/write.ts';
import { plainTextOfJson } from '../text/plain.ts';
import { withNotesInPlace } from './notes.ts';
import { docxOf } from '../../testing/whole-files.ts';
import { namespaces, paragraph, relationships, run, wordFile } from '../../testing/word-file.ts';

async function read(...given: Parameters<typeof wordFile>) {
  const { doc, report } = await jsonOfDocx(wordFile(...given));
  return { doc, report, text: plainTextOfJson(doc) };
}

function footnotesOf(node: NodeJson): unknown[] {
  return node.type === 'footnote'
    ? [node.attrs?.['text']]
    : (node.content ?? []).flatMap(footnotesOf);
}

describe('reading a Word file', () => {
  test.each(['word/document2.xml', '/word/document2.xml', 'doc/main.xml'])(
    'reads the text from the part that the package names, %s',
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

  test('keeps the column widths of a table and the alignment of its cells', async () => {
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

  test('keeps the text inside every wrapper element', async () => {
    const around = [
      `<w:dir w:val="rtl">${run('one ')}</w:dir>`,
      `<w:bdo w:val="ltr">${run('two ')}<w:dir w:val="ltr">${run('three ')}</w:dir></w:bdo>`,
      `<w:fldSimple w:instr="DATE"><w:fldData>AAAA</w:fldData>${run('four ')}</w:fldSimple>`,
      `<w:r><w:ruby><w:rubyPr><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>${run('toukyou')}</w:rt><w:rubyBase>${run('東京 ')}</w:rubyBase></w:ruby></w:r>`,
      `<w:smartTag w:element="place"><w:smartTagPr/>${run('five ')}</w:smartTag>`,
      `<w:sdt><w:sdtPr/><w:sdtContent>${run('six ')}</w:sdtContent></w:sdt>`,
      `<w:customXml w:element="name"><w:customXmlPr/>${run('and ')}</w:customXml>`,
      '<w:r><w:t>seven</w:t><w:cr/><w:t>eight</w:t></w:r>',
    ];
    const { text, report } = await read(paragraph(...around));
    expect(text).toBe('one two three four 東京 five six and seven\neight');
    expect(report).toEqual([expect.stringContaining('ruby')]);
  });

  test('keeps the text of text boxes in each markup, once', async () => {
    const content = (...texts: string[]): string =>
      `<w:txbxContent>${texts.map((text) => paragraph(run(text))).join('')}</w:txbxContent>`;
    const drawing = (...texts: string[]): string =>
      `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><wp:docPr id="1"/><a:graphic><a:graphicData><wps:wsp><wps:txbx>${content(...texts)}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
    const fallback = `<mc:Fallback><w:pict><v:shape><v:textbox>${content('old')}</v:textbox></v:shape></w:pict></mc:Fallback>`;
    const choice = (text: string, more = ''): string =>
      `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"><mc:Choice Requires="wps">${drawing(text)}</mc:Choice>${more}</mc:AlternateContent>`;
    const inner = `${paragraph(`<w:r>${drawing('inner')}</w:r>`)}</w:txbxContent>`;
    const nested = drawing('outer').replace('</w:txbxContent>', inner);
    const holders = [drawing('one', 'two'), choice('three'), choice('new', fallback), nested];
    const { text, report } = await read(
      holders.map((holder, at) => paragraph(run(`p${at}`), `<w:r>${holder}</w:r>`)).join(''),
    );
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      'p0',
      'one',
      'two',
      'p1',
      'three',
      'p2',
      'old',
      'p3',
      'outer',
    ]);
    expect(report).toEqual([
      'Drawings, embedded objects and formulas were left out.',
      'Text boxes in text boxes were left out.',
    ]);
  });

  test('keeps the text of several body elements', async () => {
    const { text } = await read(
      `${paragraph(run('one'))}</w:body>\n<w:body>${paragraph(run('two'))}`,
    );
    expect(text).toBe('one\ntwo');
  });

  test.each(['off', '0', 'false'])(
    'creates no header cells for rows with w:tblHeader %s',
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

  test('restores exactly the header cells that were exported', async () => {
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

  test('limits headings to four levels and reports it', async () => {
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
});

describe('reading the footnotes of a Word file', () => {
  const sup = '<w:vertAlign w:val="superscript"/>';
  const sign = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const notes = (...texts: string[]): Record<string, string> => ({
    'word/_rels/document.xml.rels': relationships('footnotes', 'footnotes.xml'),
    'word/footnotes.xml': `<w:footnotes ${namespaces}>${texts
      .map((text, index) => `<w:footnote w:id="${index + 1}">${text}</w:footnote>`)
      .join('')}</w:footnotes>`,
  });

  test.each([
    ['separated by a comma', [sign(1), run(',', sup), sign(2)]],
    ['in parentheses', [run('(', sup), sign(1), run(')', sup), sign(2)]],
    ['separated by text', [sign(1), run(' and '), sign(2)]],
  ])('inserts them in the order of their references: %s', async (_, signs) => {
    const { doc, text } = await read(
      paragraph(run('Said'), ...signs, run('.')),
      notes(paragraph(run('First & "one"')), paragraph(run('Second'))),
    );
    expect(footnotesOf(doc)).toEqual(['First & "one"', 'Second']);
    expect(text).not.toContain('↑');
  });

  test('keeps whole words, link addresses and further paragraphs', async () => {
    const long =
      paragraph(run('un'), run('believ', '<w:b/>'), run('able')) +
      paragraph(`<w:hyperlink r:id="rId1">${run('see')}</w:hyperlink>`);
    const { doc, report } = await read(paragraph(run('Said'), sign(1)), {
      ...notes(long),
      'word/_rels/footnotes.xml.rels': relationships('hyperlink', 'https://a.b/c?d=1&amp;e=2'),
    });
    expect(footnotesOf(doc)).toEqual(['unbelievable see (https://a.b/c?d=1&e=2)']);
    expect(report).toEqual([
      expect.stringContaining('Notes are plain text'),
      expect.stringContaining('Notes are one line'),
    ]);
  });

  test('leaves out their pictures without storing them, and reports it', async () => {
    const picture = `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    const stored: number[] = [];
    const bytes = wordFile(paragraph(run('Said'), sign(1)), {
      ...notes(paragraph(run('See '), picture, run('this'))),
      'word/_rels/footnotes.xml.rels': relationships('image', 'media/a.png'),
      'word/media/a.png': 'not decoded',
    });
    const { doc, report } = await jsonOfDocx(bytes, {
      storeImage: ({ bytes: { length } }) => {
        stored.push(length);
        return Promise.resolve('https://a.b/c.png');
      },
    });
    expect(footnotesOf(doc)).toEqual(['See this']);
    expect([stored, report]).toEqual([[], ['Pictures in notes were left out.']]);
  });

  test('appends a footnote without a reference at the end, and reports it', () => {
    const lost = new Set<string>();
    const html =
      '<p>Said</p><ol><li id="footnote-1"><p>Kept &amp; said <a href="#footnote-ref-1">↑</a></p></li></ol>';
    expect(withNotesInPlace(html, lost)).toBe('<p>Said</p><ol></ol><p>Kept &amp; said</p>');
    expect([...lost]).toEqual([expect.stringContaining('at the end of the document')]);
  });
});

test('a Markdown table is unchanged after a round trip through Word', async () => {
  const given = '| a | b |\n| --- | --- |\n| 1 | 2 |';
  const back = await jsonOfDocx(await docxOf('T', jsonOfMarkdown(given)));
  expect(markdownOf(back.doc)).toContain('| a | b |\n| --- | --- |\n| 1 | 2 |');
});

test('refuses encrypted files, old Word files and PDF files, each with its reason', async () => {
  const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  const name = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);
  await expect(
    jsonOfDocx(Uint8Array.from([...ole, ...Array<number>(600).fill(0), ...name])),
  ).rejects.toThrow('password');
  await expect(jsonOfDocx(Uint8Array.from(ole))).rejects.toThrow('older Word');
  await expect(jsonOfDocx(strToU8('%PDF-1.7'))).rejects.toThrow('PDF');
});
