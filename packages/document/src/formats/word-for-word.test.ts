import { Parser } from 'htmlparser2';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { jsonOfDocx } from './files.ts';
import type { NodeJson } from '../schema/json.ts';
import { plainTextOfJson } from './text/plain.ts';
import { textOfPdf } from '../testing/pdf-text.ts';
import { docxOf, epubOf, pdfOf } from '../testing/whole-files.ts';

/** Word endings that typefaces and encodings treat specially. */
const ends = ['', 'office', 'naïve', 'Größe', 'λόγος', 'слово', 'fluffi', 'İstanbul'];

/**
 * Generates words that are all different, and records their order. `notes` has those of footnotes.
 */
function wordsInOrder() {
  const [text, notes]: [string[], string[]] = [[], []];
  const next = (list: string[]): string => {
    const number = text.length + notes.length;
    const word = `w${String(number).padStart(5, '0')}${ends[number % ends.length]}_`;
    list.push(word);
    return word;
  };
  const line = (count: number): string => Array.from({ length: count }, () => next(text)).join(' ');
  return { text, notes, line, note: () => next(notes) };
}

const node = (type: string, content: readonly NodeJson[], attrs?: NodeJson['attrs']): NodeJson => ({
  type,
  ...(attrs && { attrs }),
  content: [...content],
});
const textNode = (said: string, ...marks: string[]): NodeJson => ({
  type: 'text',
  text: said,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});

/**
 * Creates a document of some pages with words in every kind of block, in marks, and around page
 * breaks.
 */
function richDocument(
  { line, note }: ReturnType<typeof wordsInOrder>,
  header: 'tableHeader' | 'tableCell',
): NodeJson {
  const p = (count: number) => node('paragraph', [textNode(line(count))]);
  const part = (): NodeJson[] => [
    node('heading', [textNode(line(4))], { level: 2 }),
    node('paragraph', [
      textNode(`${line(3)} `, 'bold'),
      textNode(`${line(2)} `, 'italic', 'underline'),
      textNode(`${line(1)} `, 'code'),
      textNode(line(2), 'strike'),
      { type: 'footnote', attrs: { text: note() } },
      textNode(` ${line(1)}`),
      textNode(line(1), 'superscript'),
      { type: 'hardBreak' },
      {
        type: 'text',
        text: line(2),
        marks: [{ type: 'link', attrs: { href: 'https://example.com/' } }],
      },
      textNode(' '),
      { type: 'inlineFormula', attrs: { source: line(1) } },
    ]),
    p(120),
    node('bulletList', [
      node('listItem', [p(3), node('bulletList', [node('listItem', [p(40)])])]),
      node('listItem', [p(2)]),
    ]),
    node('orderedList', [node('listItem', [p(3)]), node('listItem', [p(3), p(2)])], {
      start: 4,
      type: 'i',
    }),
    node('taskList', [
      node('taskItem', [p(2)], { checked: true }),
      node('taskItem', [p(2)], { checked: false }),
    ]),
    node('blockquote', [p(4), p(30)]),
    node('codeBlock', [textNode(`${line(3)}\n  ${line(3)}\n\n${line(2)}`)], { language: 'ts' }),
    node('callout', [p(3), node('bulletList', [node('listItem', [p(2)])])], { kind: 'tip' }),
    node('toggle', [p(2), p(3)]),
    node('columns', [node('column', [p(3)]), node('column', [p(4)])]),
    node(
      'table',
      Array.from({ length: 3 }, (_, row) =>
        node(
          'tableRow',
          Array.from({ length: 4 }, () => node(row === 0 ? header : 'tableCell', [p(2)])),
        ),
      ),
    ),
    { type: 'horizontalRule' },
    { type: 'formula', attrs: { source: line(2) } },
  ];
  return node('doc', Array.from({ length: 12 }, part).flat());
}

const wordsIn = (text: string): string[] =>
  text.normalize('NFKC').match(/w\d{5}[\p{L}\p{M}]*_/gu) ?? [];

/** Returns the text of the pages of a book, in reading order. */
function textOfEpub(bytes: Uint8Array): string {
  const parts = unzipSync(bytes);
  const [packageName = ''] = Object.keys(parts).filter((name) => name.endsWith('.opf'));
  const files = new Map<string, string>();
  const order: string[] = [];
  const list = new Parser(
    {
      onopentag(name, { id = '', href = '', idref = '' }) {
        if (name === 'item') files.set(id, href);
        if (name === 'itemref') order.push(idref);
      },
    },
    { xmlMode: true },
  );
  list.end(strFromU8(parts[packageName] ?? new Uint8Array()));
  const folder = packageName.slice(0, packageName.lastIndexOf('/') + 1);
  let text = '';
  const page = new Parser(
    { ontext: (said) => (text += said), onopentag: () => (text += ' ') },
    { xmlMode: true },
  );
  for (const id of order)
    page.write(strFromU8(parts[folder + (files.get(id) ?? '')] ?? new Uint8Array()));
  page.end();
  return text;
}

test('an EPUB contains every word once and in order, followed by the footnotes', async () => {
  const words = wordsInOrder();
  const doc = richDocument(words, 'tableHeader');
  const facts = { id: '0198f1c2-1111-7abc-8def-0123456789ab', modified: new Date(0) };
  expect(wordsIn(textOfEpub(await epubOf('Title', doc, facts)))).toEqual([
    ...words.text,
    ...words.notes,
  ]);
});

test('a PDF contains every word once and in order, and every footnote once', async () => {
  const words = wordsInOrder();
  // A header row would be repeated if its table continues on another page.
  const doc = richDocument(words, 'tableCell');
  const found = wordsIn(await textOfPdf(await pdfOf('Title', doc)));
  const notes = new Set(words.notes);
  expect(found.filter((word) => !notes.has(word))).toEqual(words.text);
  expect(found.filter((word) => notes.has(word))).toEqual(words.notes);
});

/** Returns the texts of the footnotes in a document, in order. */
function footnotesIn({ type, attrs, content = [] }: NodeJson): unknown[] {
  return [...(type === 'footnote' ? [attrs?.['text']] : []), ...content.flatMap(footnotesIn)];
}

test('a Word file contains every word and every footnote once and in order', async () => {
  const words = wordsInOrder();
  const doc = richDocument(words, 'tableHeader');
  const { doc: back } = await jsonOfDocx(await docxOf('', doc));
  const found = wordsIn(plainTextOfJson(back));
  const notes = new Set(words.notes);
  expect(found.filter((word) => !notes.has(word))).toEqual(words.text);
  expect(footnotesIn(back)).toEqual(words.notes);
});
