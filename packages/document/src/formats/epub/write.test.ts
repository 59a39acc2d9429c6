import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { NodeJson } from '../../schema/json.ts';
import { markNames, nodeNames } from '../../schema/schema.ts';
import { isSuggestionMark } from '../../suggestions/suggestion-meta.ts';
import { jsonOfMarkdown } from '../markdown/read.ts';
import { doc, p } from '../../testing/test-documents.ts';
import { epubOf } from '../../testing/whole-files.ts';

const epubcheck = '/usr/share/java/epubcheck.jar';
if (!existsSync(epubcheck))
  console.warn('EPUB files ARE NOT VALIDATED in this run: epubcheck is not installed.');

const facts = {
  id: '0198f1c2-1111-7abc-8def-0123456789ab',
  modified: new Date('2026-11-21T10:00:00Z'),
};
const png = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
);

const held: NodeJson = jsonOfMarkdown(`# One & <two>

Text with a note[^1], **bold** and \`code\`.

| left | middle | right |
| :--- | :---: | ---: |
| 1 | 2 | 3 |

- [x] done
- [ ] open

3. three
4. four

> [!WARNING]
> Mind the gap.

![a picture](https://a.b/c.png "What it shows")

[^1]: By whom
`);
const linked = (href: string): NodeJson => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href } }] }],
});
const links = [
  'https://a.b/x|y?q=a|b^c{d}#e|f#g',
  'https://a.b/100%?[x]=`y`',
  'http://[::1]:80/ä ö',
  'mailto:a@b.c?subject=a|b',
];
const attachment = {
  type: 'attachment',
  attrs: { src: '/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab', name: 'a.pdf', size: 3 },
};

const marked = (said: string, ...marks: string[]): NodeJson => ({
  type: 'text',
  text: said,
  marks: marks.map((type) => ({ type })),
});
const node = (type: string, attrs: NodeJson['attrs'], ...content: NodeJson[]): NodeJson => ({
  type,
  ...(attrs && { attrs }),
  ...(content.length > 0 && { content }),
});
const cell = (said: string, attrs: NodeJson['attrs'], type = 'tableCell'): NodeJson =>
  node(type, attrs, p(said));
const image = { src: 'https://a.b/c.png', alt: 'linked', href: 'https://a.b/d?e&f', width: 300 };

/** Blocks and inline nodes that Markdown does not have. */
const others: readonly NodeJson[] = [
  node('toggle', {}, p('Summary'), p('Details')),
  node('columns', {}, node('column', {}, p('Left')), node('column', {}, p('Right'))),
  node('blockquote', {}, p('Quoted')),
  node('codeBlock', { language: 'ts' }, { type: 'text', text: 'a < b && c;\n' }),
  node('formula', { source: 'a^2 < b & c' }),
  p(
    { type: 'inlineFormula', attrs: { source: 'x_1 < y' } },
    { type: 'mention', attrs: { of: 'person', id: facts.id, name: 'Ada <L>' } },
    { type: 'mention', attrs: { of: 'document', id: facts.id, name: 'Plan' } },
    { type: 'day', attrs: { date: '2026-11-21' } },
    marked('2', 'superscript', 'italic'),
    marked('3', 'subscript', 'underline', 'strike'),
  ),
  node('horizontalRule', {}),
  node('bulletList', {}, node('listItem', {}, p('one', { type: 'hardBreak' }, 'two'))),
  node('orderedList', { start: 3, type: 'A' }, node('listItem', {}, p('Letter'), p('more'))),
  node('image', image),
  node(
    'table',
    {},
    node(
      'tableRow',
      {},
      cell('wide', { colspan: 2, colwidth: [100, 200] }, 'tableHeader'),
      cell('tall', { rowspan: 2, colwidth: [80], align: 'right' }, 'tableHeader'),
    ),
    node('tableRow', {}, cell('a', { colwidth: [100] }), cell('b', { colwidth: [200] })),
  ),
];

const textOf = (book: Uint8Array): string =>
  strFromU8(unzipSync(book)['OEBPS/text.xhtml'] ?? new Uint8Array());

test.runIf(existsSync(epubcheck))(
  'epubcheck reports an EPUB with every kind of block as valid',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'longhand-epub-'));
    try {
      const hebrew = doc(p('שלום עולם'), p('and English'), ...(held.content ?? []));
      const whole = doc(...(held.content ?? []), ...links.map(linked), attachment, ...others);
      const books = [whole, hebrew];
      const imageBytes = () => Promise.resolve({ bytes: png, type: 'image/png' });
      for (const [index, book] of books.entries()) {
        const file = join(folder, `${index}.epub`);
        await writeFile(
          file,
          await epubOf(index === 1 ? '\u0001' : 'A & B', book, facts, { imageBytes }),
        );
        const { stdout } = await promisify(execFile)('java', ['-jar', epubcheck, file], {
          env: { ...process.env, LC_ALL: 'C' },
        });
        expect(stdout).toContain('No errors or warnings detected');
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  900_000,
);

test('a picture in an EPUB keeps its link and width', async () => {
  const imageBytes = () => Promise.resolve({ bytes: png, type: 'image/png' });
  const book = await epubOf('t', doc(node('image', image)), facts, { imageBytes });
  expect(textOf(book)).toMatch(/<a href="https:\/\/a\.b\/d\?e&#38;f"[^>]*><img [^>]*width="300"/);
});

test('cells in an EPUB are aligned by classes of its style sheet, which draws the lines of tables', async () => {
  const book = await epubOf('t', doc(...(held.content ?? []), ...others), facts);
  const text = textOf(book);
  expect(text).not.toMatch(/\salign=|<t[dh][^>]*\swidth=/);
  for (const align of ['left', 'center', 'right'])
    expect(text).toMatch(new RegExp(`<td[^>]* class="${align}"`));
  expect(text).toMatch(/<link rel="stylesheet"[^>]* href="style\.css"/);
  const style = strFromU8(unzipSync(book)['OEBPS/style.css'] ?? new Uint8Array());
  expect(style).toMatch(/(?:^|\})th,td\{border:1px solid/m);
  for (const align of ['left', 'center', 'right'])
    expect(style).toContain(`.${align}{text-align:${align}}`);
});

test('the EPUB of the validation test contains every kind of node and mark', () => {
  const kindsIn = ({ type, marks = [], content = [] }: NodeJson): string[] => [
    type,
    ...marks.map((mark) => mark.type),
    ...content.flatMap(kindsIn),
  ];
  const kinds = new Set(kindsIn(doc(...(held.content ?? []), linked('#'), attachment, ...others)));
  const all = [...nodeNames, ...markNames.filter((name) => !isSuggestionMark(name))];
  expect(all.filter((name) => !kinds.has(name))).toEqual([]);
});

test('URLs in an EPUB contain only valid characters', async () => {
  const text = textOf(await epubOf('t', doc(...links.map(linked)), facts));
  expect([...text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://a.b/x%7Cy?q=a%7Cb%5Ec%7Bd%7D#e%7Cf%23g',
    'https://a.b/100%25?%5Bx%5D=%60y%60',
    'http://[::1]/%C3%A4%20%C3%B6',
    'mailto:a@b.c?subject=a%7Cb',
  ]);
});

test.each([
  ['the end of the day is near', 'en', 'ltr'],
  ['der Hund und die Katze', 'de', 'ltr'],
  ['le chat et les chiens', 'fr', 'ltr'],
  ['שלום עולם', 'he', 'rtl'],
  ['مرحبا بالعالم', 'ar', 'rtl'],
  ['日本語です', 'ja', 'ltr'],
  ['这是中文', 'zh', 'ltr'],
  ['это был он', 'ru', 'ltr'],
  ['xyz', 'und', 'ltr'],
])('an EPUB declares the language of “%s”', async (text, code, direction) => {
  const book = await epubOf('', doc(p(text)), facts);
  expect(textOf(book)).toContain(`lang="${code}" xml:lang="${code}" dir="${direction}"`);
  expect(strFromU8(unzipSync(book)['OEBPS/content.opf'] ?? new Uint8Array())).toContain(
    `<dc:language>${code}</dc:language>`,
  );
});

test('blocks of an EPUB get dir=auto when the document contains right-to-left text', async () => {
  expect(textOf(await epubOf('', doc(p('one'), p('שלום')), facts))).toContain(
    '<p dir="auto">one</p><p dir="auto">שלום</p>',
  );
  expect(textOf(await epubOf('', doc(p('one')), facts))).toContain('<p>one</p>');
});
