import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { jsonOfDocx } from '../files.ts';
import { pngOf } from '../../testing/pictures.ts';

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');
const relations = (type: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

test('a VML picture of an older Word file keeps its width and description', async () => {
  const shape = (style: string, title: string): string =>
    `<w:p><w:r><w:pict><v:shape style="${style}"><v:imagedata r:id="rId1"${title}/></v:shape></w:pict></w:r></w:p>`;
  const body = [
    shape('width:225pt;height:30pt', ' o:title="A &amp; B"'),
    shape('position:absolute;max-width:9pt;width:2.5in', ''),
    shape('width:75pt', ' o:title="natural"'),
    shape('width:auto', ''),
  ].join('');
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/></Types>';
  const bytes = zipSync({
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': strToU8(relations('officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': strToU8(relations('image', 'media/a.png')),
    'word/document.xml': strToU8(`<w:document ${namespaces}><w:body>${body}</w:body></w:document>`),
    'word/media/a.png': pngOf(100, 50),
  });
  const { doc } = await jsonOfDocx(bytes, {
    storeImage: () => Promise.resolve('https://a.b/c.png'),
  });
  const images = doc.content?.filter(({ type }) => type === 'image') ?? [];
  expect(images.map(({ attrs }) => [attrs?.['alt'] ?? '', attrs?.['width'] ?? null])).toEqual([
    ['A & B', 300],
    ['', 240],
    ['natural', null],
    ['', null],
  ]);
});
