import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonOfDocx } from './files.ts';
import { sizeOf, type PictureSource } from './picture.ts';
import { fileNameOf } from './file-name.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { NodeJson } from '../schema/json.ts';
import { jsonOfMarkdown } from './markdown/read.ts';
import { markdownOf } from './markdown/write.ts';
import { fitsSchema } from '../schema/schema.ts';
import { doc, p } from '../testing/test-documents.ts';
import { anyDocument } from '../testing/arbitrary-document.ts';
import { plainTextOfJson } from './text/plain.ts';
import { textOfPdf } from '../testing/pdf-text.ts';
import { docxOf, epubOf, pdfOf, zipOf } from '../testing/whole-files.ts';

const png = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
);
const src = 'https://a.b/c.png';
const imageBytes: PictureSource = (asked) =>
  Promise.resolve(asked === src ? { bytes: png, type: 'image/png' } : null);
const facts = {
  id: '0198f1c2-1111-7abc-8def-0123456789ab',
  modified: new Date('2026-11-21T10:00:00Z'),
};

const rich = jsonOfMarkdown(`# One & <two>

Plain **bold** *italic* ~~struck~~ \`code\` [link](https://a.b/?x=1&y=2).

1. first
   - inner
2. second

- [x] done
- [ ] open

> said

\`\`\`ts
if (x < 1) {
  y();
}
\`\`\`

| a | b |
| --- | --- |
| 1 | 日本語 |

![a picture](${src})

![gone](https://a.b/gone.png)

---

שלום עולם 👩‍👩‍👧 日本語です
`);

const partsOf = (bytes: Uint8Array): Map<string, string> =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));
const pdfHead = (bytes: Uint8Array): string => strFromU8(bytes.subarray(0, 5), true);

test('a document with hostile attributes is exported to Word, EPUB and PDF without scripts', async () => {
  const item = { type: 'listItem', content: [p('first')] };
  const cell = {
    type: 'tableCell',
    attrs: { colspan: 1e9, rowspan: '"><script>' },
    content: [p('cell')],
  };
  const hostile = doc(
    { type: 'orderedList', attrs: { start: 'NaN', type: '"><script>' }, content: [item] },
    {
      type: 'heading',
      attrs: { level: '1 onclick=x' },
      content: [{ type: 'text', text: 'Heading' }],
    },
    { type: 'heading', attrs: { level: -1e308 }, content: [{ type: 'text', text: 'Other' }] },
    { type: 'table', content: [{ type: 'tableRow', content: [cell] }] },
    {
      type: 'codeBlock',
      attrs: { language: '"><script>' },
      content: [{ type: 'text', text: 'code' }],
    },
    {
      type: '__proto__',
      content: [{ type: 'text', text: 'kept', marks: [{ type: 'constructor' }] }],
    },
    { type: 'image', attrs: { src: 'javascript:alert(1)' } },
  );
  const words = ['first', 'Heading', 'Other', 'cell', 'code', 'kept'];
  const word = strFromU8(
    unzipSync(await docxOf('Title', hostile))['word/document.xml'] ?? new Uint8Array(),
  );
  const book = partsOf(await epubOf('Title', hostile, facts)).get('OEBPS/text.xhtml') ?? '';
  for (const each of words) for (const text of [word, book]) expect(text).toContain(each);
  for (const text of [word, book]) expect(text).not.toMatch(/<script|javascript:/);
  expect(pdfHead(await pdfOf('Title', hostile))).toBe('%PDF-');
});

test('a Word export is imported as the same document', async () => {
  const lost = new Set<string>();
  const bytes = await docxOf('The title', rich, { imageBytes, lost });
  const parts = partsOf(bytes);
  expect(parts.get('word/document.xml')).toContain('One &amp; &lt;two&gt;');
  expect([...lost]).toHaveLength(1);
  const stored: string[] = [];
  const storeImage = ({ type }: { type: string }) =>
    Promise.resolve(stored.push(type) > 0 ? src : null);
  const back = await jsonOfDocx(bytes, { storeImage });
  expect(fitsSchema(back.doc)).toBe(true);
  const markdown = markdownOf(back.doc);
  for (const said of [
    '# The title',
    '# One & \\<two>',
    '**bold** *italic* ~~struck~~',
    '[link](https://a.b/?x=1&y=2)',
    '1. first',
    '> said',
    '| 1 | 日本語 |',
    'gone',
    'שלום עולם 👩‍👩‍👧 日本語です',
  ]) {
    expect(markdown).toContain(said);
  }
  expect(stored).toEqual(['image/png']);
  expect(markdown).toContain(`![a picture](${src})`);
});

test('an EPUB begins with its media type, lists its parts and escapes its text', async () => {
  const bytes = await epubOf('A & B', rich, facts, { imageBytes });
  expect(strFromU8(bytes.subarray(30, 58))).toBe('mimetypeapplication/epub+zip');
  const parts = partsOf(bytes);
  expect([...parts.keys()]).toEqual([
    'mimetype',
    'META-INF/container.xml',
    'OEBPS/content.opf',
    'OEBPS/nav.xhtml',
    'OEBPS/text.xhtml',
    'OEBPS/style.css',
    'OEBPS/pictures/1.png',
  ]);
  expect(parts.get('OEBPS/content.opf')).toContain('<dc:title>A &#38; B</dc:title>');
  expect(parts.get('OEBPS/content.opf')).toContain('2026-11-21T10:00:00Z');
  expect(parts.get('OEBPS/nav.xhtml')).toContain(
    '<a href="text.xhtml#h2">One &#38; &#60;two&#62;</a>',
  );
  const text = (parts.get('OEBPS/text.xhtml') ?? '').replaceAll(' dir="auto"', '');
  expect(text).toContain('<h1 id="h1">A &#38; B</h1>');
  expect(text).toContain('<img src="pictures/1.png" alt="a picture" />');
  expect(text).toContain('<p>gone</p>');
  expect(text).toContain('<pre><code class="language-ts">if (x &#60; 1) {\n  y();\n}</code></pre>');
  expect(text).not.toContain('picture.invalid');
});

test('a PDF contains the words, pictures and links of the document', async () => {
  const lost = new Set<string>();
  const bytes = await pdfOf('The title', rich, { imageBytes, lost });
  expect(pdfHead(bytes)).toBe('%PDF-');
  const text = await textOfPdf(bytes);
  for (const word of plainTextOfJson(rich).match(/[a-z]{2,}/gi) ?? []) expect(text).toContain(word);
  expect(text.startsWith('Thetitle')).toBe(true);
  expect(strFromU8(bytes, true)).toContain('/Subtype /Image');
  expect(strFromU8(bytes, true)).toContain('https://a.b/?x=1&y=2');
  expect([...lost]).toHaveLength(1);
});

test('an empty document without a title is exported to every file format', async () => {
  for (const empty of [doc(), doc(p())]) {
    expect(plainTextOfJson((await jsonOfDocx(await docxOf(' ', empty))).doc).trim()).toBe('');
    expect(pdfHead(await pdfOf('', empty))).toBe('%PDF-');
    expect(partsOf(await epubOf('', empty, facts)).get('OEBPS/nav.xhtml')).toContain('Untitled');
  }
});

test('any document is exported to every file format without loading its pictures', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, fc.string({ unit: 'binary' }), async (json, title) => {
      const word = await jsonOfDocx(await docxOf(title, json));
      expect(fitsSchema(word.doc)).toBe(true);
      expect(pdfHead(await pdfOf(title, json))).toBe('%PDF-');
      expect(partsOf(await epubOf(title, json, facts)).size).toBe(6);
    }),
    { numRuns: 25 },
  );
});

test('a deeply nested document is exported to every file format', async () => {
  const deep = doc(
    Array.from({ length: 90 }).reduce<NodeJson>(
      (inner) => ({ type: 'blockquote', content: [inner] }),
      p('bottom'),
    ),
  );
  expect(plainTextOfJson((await jsonOfDocx(await docxOf('t', deep))).doc)).toContain('bottom');
  expect(await textOfPdf(await pdfOf('t', deep))).toBe('tbottom');
  expect(partsOf(await epubOf('t', deep, facts)).get('OEBPS/text.xhtml')).toContain('bottom');
});

test('a document of a hundred thousand words is exported without losing any', async () => {
  const line = Array.from({ length: 70 }, (_, index) => `word${index}`).join(' ');
  const long = doc(...Array.from({ length: 1_430 }, (): NodeJson => p(line)));
  const lines = (text: string, sought = line): number => text.split(sought).length - 1;
  const word = await jsonOfDocx(await docxOf('Long', long));
  expect(lines(plainTextOfJson(word.doc))).toBe(1_430);
  expect(lines(await textOfPdf(await pdfOf('Long', long)), line.replaceAll(' ', ''))).toBe(1_430);
  const book = partsOf(await epubOf('Long', long, facts));
  expect(lines([...book.values()].join('\n'))).toBe(1_430);
});

test.each([
  ['an empty file', new Uint8Array()],
  ['text', strToU8('hello')],
  ['an archive without a document', zipSync({ 'a.txt': strToU8('a') })],
  ['a truncated archive', zipSync({ 'word/document.xml': strToU8('<a/>') }).subarray(0, 40)],
])('refuses %s as a Word file', async (_, bytes) => {
  await expect(jsonOfDocx(bytes)).rejects.toThrow(UnreadableFile);
});

test('refuses to unpack a zip bomb', async () => {
  const bomb = zipSync({
    'word/document.xml': strToU8('<a/>'),
    'word/media/a.bin': new Uint8Array(201 * 1024 * 1024),
  });
  await expect(jsonOfDocx(bomb)).rejects.toThrow('too large');
});

test('hostile file names stay inside their archive, and equal names become unique', async () => {
  const bytes = strToU8('x');
  const names = [
    '../../etc/passwd',
    '/abs.md',
    'a\\..\\b.md',
    'A.md',
    'a.md',
    '',
    '..',
    'con.txt',
    'folder/café: "x"?.md',
    'x\u202Egpj.exe',
  ];
  const found = Object.keys(unzipSync(await zipOf(names.map((name) => ({ name, bytes })))));
  expect(found).toEqual([
    'etc/passwd',
    'abs.md',
    'a .. b.md',
    'A.md',
    'a 2.md',
    'Untitled',
    'Untitled 2',
    'Untitled con.txt',
    'folder/café x .md',
    'x gpj.exe',
  ]);
  expect(Object.keys(unzipSync(await zipOf([])))).toEqual([]);
});

test('any title becomes a valid file name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (title) => {
      const name = fileNameOf(title, 'md');
      expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}.][^/\\:*?"<>|\p{Cc}]*\.md$/u);
      expect(strToU8(name).length).toBeLessThanOrEqual(255);
    }),
  );
});

test('the size of a picture is read from its bytes, and random bytes cause no error', () => {
  expect(sizeOf(png)).toEqual({ width: 1, height: 1, type: 'image/png' });
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom([], [0xff, 0xd8, 0xff], [0x47, 0x49, 0x46, 0x38]),
      (bytes, head) => {
        const size = sizeOf(Uint8Array.from([...head, ...bytes]));
        expect(size === null || size.width > 0).toBe(true);
      },
    ),
  );
});

const held = jsonOfMarkdown(`> [!WARNING]
> Mind the gap.

Water$^2$ is said[^1] to boil.

$$
\\frac{a}{b}
$$

![a picture](${src} "What it shows")

[^1]: By whom & when?
`);

test('callouts, captions and footnotes are exported to Word and PDF, and footnotes are restored from Word', async () => {
  const word = await docxOf('Title', held, { imageBytes });
  const parts = partsOf(word);
  expect(parts.get('word/footnotes.xml')).toContain('By whom &amp; when?');
  for (const said of ['Warning', 'Mind the gap.', 'What it shows', '\\frac{a}{b}'])
    expect(parts.get('word/document.xml')).toContain(said);
  const back = (await jsonOfDocx(word)).doc;
  expect(JSON.stringify(back)).toContain('{"type":"footnote","attrs":{"text":"By whom & when?"}}');
  expect(plainTextOfJson(back)).not.toContain('↑');
  const text = await textOfPdf(await pdfOf('Title', held, { imageBytes }));
  for (const said of ['Warning', 'Mindthegap.', 'Whatitshows', '\\frac{a}{b}', 'Bywhom&when?'])
    expect(text).toContain(said);
});
