import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { NodeJson } from '../schema/json.ts';
import { pngOf } from '../testing/pictures.ts';
import { doc, p, quote } from '../testing/test-documents.ts';
import { wholeOf } from '../testing/whole-files.ts';
import { docxOf, epubOf, jsonOfDocx, pdfOf } from './files.ts';
import { htmlOf } from './html/write.ts';
import { depthsOf, headingOf, headingText, manuscriptOf, type Chapter } from './manuscript.ts';
import { markdownOf } from './markdown/write.ts';
import { plainTextOfJson } from './text/plain.ts';

const epubcheck = '/usr/share/java/epubcheck.jar';
if (!existsSync(epubcheck))
  console.warn('EPUB files ARE NOT VALIDATED in this run: epubcheck is not installed.');

const facts = { id: '0198f1c2-1111-7abc-8def-0123456789ab', modified: new Date(0) };
const heading = (level: number, text: string): NodeJson => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text }],
});
const note = (text: string): NodeJson => ({ type: 'footnote', attrs: { text } });
const picture: NodeJson = { type: 'image', attrs: { src: 'https://a.b/c.png', alt: 'a picture' } };
const imageBytes = async () => ({ bytes: pngOf(2, 2), type: 'image/png' });

/** A handbook with two documents, one of which contains another with the same headings. */
const chapters: readonly Chapter[] = [
  {
    title: 'Handbook & <more>',
    depth: 0,
    content: doc(p('Welcome', note('First note')), heading(1, 'Aims'), picture),
  },
  {
    title: 'Travel',
    depth: 1,
    content: doc(heading(1, 'Aims'), heading(4, 'Detail'), p('By train', note('Second note'))),
  },
  { title: '', depth: 2, content: doc(quote(heading(1, 'Quoted')), p('By bike'), picture) },
  { title: 'Pay', depth: 1, content: doc(p('Monthly')) },
];
const book = manuscriptOf(chapters);

function headingsIn(node: NodeJson): NodeJson[] {
  return node.type === 'heading' ? [node] : (node.content ?? []).flatMap(headingsIn);
}

describe('the text of several documents', () => {
  test('has the titles as headings by depth, and the headings of each document below its title', () => {
    expect(headingsIn(book).map((node) => [headingOf(node).level, headingText(node)])).toEqual([
      [1, 'Handbook & <more>'],
      [2, 'Aims'],
      [2, 'Travel'],
      [3, 'Aims'],
      [6, 'Detail'],
      [3, 'Untitled'],
      [4, 'Quoted'],
      [2, 'Pay'],
    ]);
  });

  test('has at most six levels of headings, however deep the tree', () => {
    const deep = Array.from({ length: 100 }, (_, depth) => ({
      title: `Level ${depth}`,
      depth,
      content: doc(heading(1, 'Inside')),
    }));
    const levels = headingsIn(manuscriptOf(deep)).map((node) => headingOf(node).level);
    expect(levels.slice(0, 6)).toEqual([1, 2, 2, 3, 3, 4]);
    expect(new Set(levels.slice(9))).toEqual(new Set([6]));
  });
});

test.each([
  [
    [2, 3, 3, 2],
    [0, 1, 1, 0],
  ],
  [
    [3, 2, 6, 4, 1],
    [0, 0, 1, 1, 0],
  ],
  [[], []],
])('headings of the levels %j have the depths %j', (levels, depths) => {
  expect(depthsOf(levels)).toEqual(depths);
});

describe('several documents as one file', () => {
  test('as Markdown list links to the headings as GitHub names them, and number all footnotes', () => {
    const text = markdownOf(book);
    expect(text).toContain(
      [
        '# Handbook & \\<more>',
        '',
        '**Contents**',
        '',
        '- [Aims](#aims)',
        '- [Travel](#travel)',
        '  - [Aims](#aims-1)',
        '  - [Untitled](#untitled)',
        '- [Pay](#pay)',
        '',
        'Welcome[^1]',
        '',
        '## Aims',
      ].join('\n'),
    );
    expect(text).toContain('###### Detail');
    expect(text).toContain('[^1]: First note\n[^2]: Second note');
  });

  test('as HTML contain each target of a link once', () => {
    const html = htmlOf(book);
    const targets = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(targets).size).toBe(targets.length);
    expect(targets).toEqual(expect.arrayContaining(links));
    expect(html).toContain(
      '<ol><li><a href="#part-1">Aims</a></li><li><a href="#part-2">Travel</a><ol><li><a href="#part-3">Aims</a></li><li><a href="#part-4">Untitled</a></li></ol></li><li><a href="#part-5">Pay</a></li></ol></nav>',
    );
  });

  test('as plain text have one line for each entry of the contents', () => {
    expect(plainTextOfJson(book).split('\n').slice(0, 7)).toEqual([
      ...['Handbook & <more>', 'Contents', 'Aims', 'Travel', 'Aims', 'Untitled', 'Pay'],
    ]);
  });

  test('as Word contain a table of contents with links, which an import reads as text', async () => {
    const file = await wholeOf(await docxOf('Handbook', book, { imageBytes }));
    const xml = strFromU8(unzipSync(file)['word/document.xml'] ?? new Uint8Array());
    expect(xml).toContain('TOC \\h \\o &quot;2-3&quot;');
    const links = [...xml.matchAll(/<w:hyperlink [^>]*w:anchor="(_Toc[^"]*)"/g)].map(
      ([, id]) => id,
    );
    expect(links).toHaveLength(5);
    for (const id of links) expect(xml).toContain(`<w:bookmarkStart w:name="${id}"`);
    const { doc: again } = await jsonOfDocx(file);
    const read = headingsIn(again).map(headingText);
    expect(read).toEqual(headingsIn(book).map(headingText));
  });

  test('as PDF contain links to pages, and the headings as nested bookmarks', async () => {
    const file = await wholeOf(await pdfOf('Handbook', book, { imageBytes }));
    const pdf = await getDocumentProxy(file);
    type Item = { title: string; items: Item[] };
    const named = (items: readonly Item[]): unknown[] =>
      items.map(({ title, items: inner }) => (inner.length > 0 ? [title, named(inner)] : title));
    expect(named((await pdf.getOutline()) as Item[])).toEqual([
      ['Handbook & <more>', ['Aims', ['Travel', [['Aims', ['Detail']], 'Untitled']], 'Pay']],
    ]);
    const links = (await (await pdf.getPage(1)).getAnnotations()) as { dest?: string }[];
    const targets = new Set(links.map(({ dest }) => dest));
    expect([...targets].toSorted()).toEqual([1, 2, 3, 4, 5].map((part) => `part-${part}`));
    for (const target of targets) expect(await pdf.getDestination(String(target))).not.toBeNull();
  });

  test('as EPUB are a file each, with nested navigation and common footnotes', async () => {
    const file = await wholeOf(await epubOf('Handbook', book, facts, { imageBytes }));
    const parts = unzipSync(file);
    const partOf = (name: string): string => strFromU8(parts[`OEBPS/${name}`] ?? new Uint8Array());
    expect(Object.keys(parts).filter((name) => name.endsWith('.xhtml'))).toEqual(
      ['nav', 'text1', 'text2', 'text3', 'text4', 'notes'].map((name) => `OEBPS/${name}.xhtml`),
    );
    expect(partOf('nav.xhtml')).toContain('<a href="text3.xhtml#h6">Untitled</a>');
    expect(partOf('text2.xhtml')).toContain('href="notes.xhtml#note2"');
    expect(partOf('notes.xhtml')).toContain('<li id="note2">Second note</li>');
    expect(partOf('text1.xhtml')).not.toContain('Contents');
  });

  test.runIf(existsSync(epubcheck))(
    'epubcheck reports the EPUB as valid',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'longhand-book-'));
      try {
        const file = join(folder, 'book.epub');
        await writeFile(file, await wholeOf(await epubOf('Handbook', book, facts, { imageBytes })));
        const { stdout } = await promisify(execFile)('java', ['-jar', epubcheck, file], {
          env: { ...process.env, LC_ALL: 'C' },
        });
        expect(stdout).toContain('No errors or warnings detected');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    300_000,
  );
});
