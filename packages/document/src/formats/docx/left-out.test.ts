import { describe, expect, test } from 'vitest';
import { jsonOfDocx } from '../files.ts';
import { namespaces, paragraph, relationships, run, wordFile } from '../../testing/word-file.ts';

const importWarnings = async (...given: Parameters<typeof wordFile>): Promise<readonly string[]> =>
  (await jsonOfDocx(wordFile(...given))).report;

describe('reading a Word file', () => {
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
    [
      paragraph(run('lit', '<w:shd w:val="clear" w:fill="FFFF00"/>')),
      'Background colours of text and cells were left out.',
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
    'reports in a sentence that %s is not imported, and nothing for plain text',
    async (body, sentence) => {
      expect(await importWarnings(body)).toEqual([sentence]);
      const plain = `<w:p><w:pPr><w:jc w:val="left"/></w:pPr>${run('plain', '<w:color w:val="auto"/><w:highlight w:val="none"/><w:shd w:val="clear" w:fill="auto"/>')}</w:p>`;
      expect(await importWarnings(`${plain}<w:sectPr><w:cols w:space="708"/></w:sectPr>`)).toEqual(
        [],
      );
    },
  );

  const drawn = (blip: string): string =>
    paragraph(
      `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip ${blip}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    );
  const related = 'word/_rels/document.xml.rels';

  test.each<[string, string, Record<string, string>, string]>([
    [
      'a picture that is linked and not in the file',
      drawn('r:link="rId1"'),
      {
        [related]: relationships('image', 'file:///C:/pictures/a.png').replace(
          'Internal',
          'External',
        ),
      },
      'A picture that is not in the file, or is damaged, was left out.',
    ],
    [
      'a picture that browsers do not show',
      drawn('r:embed="rId1"'),
      {
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="emf" ContentType="image/x-emf"/></Types>',
        [related]: relationships('image', 'media/a.emf'),
        'word/media/a.emf': 'not decoded',
      },
      'Pictures of a kind that browsers do not show (such as EMF or WMF) cannot be shown.',
    ],
    [
      'a style without a name',
      `<w:p><w:pPr><w:pStyle w:val="S1"/></w:pPr>${run('Text')}</w:p>`,
      {
        [related]: relationships('styles', 'styles.xml'),
        'word/styles.xml': `<w:styles ${namespaces}><w:style w:type="paragraph" w:styleId="S1"/></w:styles>`,
      },
      'Text in a style without a name came in as plain text.',
    ],
  ])('reports %s in one readable sentence', async (_, body, parts, sentence) => {
    const { report } = await jsonOfDocx(wordFile(body, parts), {
      storeImage: () => Promise.resolve('https://a.b/c.png'),
    });
    expect(report).toEqual([sentence]);
  });

  test('reports everything left out in readable sentences', async () => {
    const body = [
      '<w:p><w:pPr><w:pStyle w:val="Strange"/></w:pPr><w:r><w:t>Text</w:t></w:r></w:p>',
      '<w:p><w:lock/><o:lock xmlns:o="urn:schemas-microsoft-com:office:office"/><w:altChunk/></w:p>',
      drawn('r:embed="rId1"'),
    ];
    const text = `<w:hdr ${namespaces}>${paragraph(run('Top'))}</w:hdr>`;
    const report = await importWarnings(body.join(''), {
      [related]: relationships('image', 'media/gone.png'),
      'word/header1.xml': text,
      'word/comments.xml': `<w:comments ${namespaces}/>`,
      'word/charts/chart1.xml': '<c/>',
      'word/diagrams/data1.xml': '<d/>',
    });
    expect(report).toEqual(
      expect.arrayContaining([
        'Headers and footers were left out.',
        'Comments were left out.',
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
