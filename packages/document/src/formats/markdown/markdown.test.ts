import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeJson } from '../../schema/json.ts';
import { leafText } from '../../schema/leaves.ts';
import { jsonOfMarkdown } from './read.ts';
import { markdownOf } from './write.ts';
import { fitsSchema } from '../../schema/schema.ts';
import { anyDocument } from '../../testing/arbitrary-document.ts';
import { plainTextOfJson } from '../text/plain.ts';
import {
  bold,
  br,
  doc,
  h2,
  item,
  list,
  p,
  pre,
  quote,
  rule,
} from '../../testing/test-documents.ts';

/** Returns each character except white space, with its formats that Markdown supports. */
function lettersOf(node: NodeJson, isPlain = false): string[] {
  if (node.text !== undefined) {
    const marks = isPlain ? [] : (node.marks ?? []).map((mark) => mark.type);
    const shown = node.text.replace(/[\s\0]/gu, '').replaceAll('\uFEFF', '');
    return [...shown].map((letter) => [letter, ...marks].join(' '));
  }
  return (node.content ?? []).flatMap((child) =>
    lettersOf(child, isPlain || node.type === 'codeBlock'),
  );
}

const words = (node: NodeJson): string => plainTextOfJson(node).replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the same document, with text instead of nodes without Markdown syntax. */
function spelled(node: NodeJson): NodeJson {
  if (node.type === 'mention' || node.type === 'day')
    return { type: 'text', text: leafText(node.type, node.attrs ?? {}) };
  return node.content ? { ...node, content: node.content.map(spelled) } : node;
}

const roundTrip = (json: NodeJson): NodeJson => jsonOfMarkdown(markdownOf(json));

test('any document keeps its characters and formats through Markdown, fits the schema, and is stable', () => {
  fc.assert(
    fc.property(anyDocument.map(spelled), (json) => {
      const once = roundTrip(json);
      expect(fitsSchema(once)).toBe(true);
      // Cells have one line: text of several blocks is joined, and keeps its characters.
      const isTable = JSON.stringify(json).includes('"table"');
      if (isTable) expect(words(once)).toEqual(words(json));
      else expect(lettersOf(once)).toEqual(lettersOf(json));
      if (!isTable) expect(roundTrip(once)).toEqual(once);
    }),
    { numRuns: 500 },
  );
});

test('any text is read as a document that fits the schema', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom(...'# >-*_`[]()!|\n\t 1.ax~:\\&') }),
      ),
      (text) => {
        const json = jsonOfMarkdown(text);
        expect(fitsSchema(json)).toBe(true);
        expect(roundTrip(json)).toEqual(roundTrip(roundTrip(json)));
      },
    ),
  );
});

const text = (marks: string[], said: string): NodeJson => ({
  type: 'text',
  text: said,
  marks: marks.map((type) => ({ type })),
});

test.each([
  ['formats inside a word', p('un', bold('believ'), 'able'), 'un**believ**able'],
  [
    'formats that end with punctuation, inside a word',
    p('a', bold('"b"'), 'c'),
    '&#97;**"b"**&#99;',
  ],
  [
    'a format that begins before a letter which is written as an entity',
    p('a', bold('x'), text(['bold', 'strike'], '"b"')),
    '&#97;**&#120;~~"b"~~**',
  ],
  [
    'a format that ends after a letter which is written as an entity',
    p(text(['strike', 'bold'], '"b"'), text(['strike'], 'c'), 'd'),
    '~~**"b"**&#99;~~&#100;',
  ],
  [
    'overlapping formats',
    p(text(['bold'], 'a'), text(['bold', 'italic'], ' b'), text(['italic'], ' c')),
    '**a _b_** *c*',
  ],
  ['two adjacent formats', p(text(['bold'], 'a'), text(['italic'], 'b')), '**a**_b_'],
  ['text that looks like a list', p('1. no'), '1\\. no'],
  ['text that looks like a heading after a line break', p('a', br, '# b'), 'a\\\n\\# b'],
  ['text that looks like HTML', p('<b>&amp;'), '\\<b>\\&amp;'],
  ['names with underscores', p('a_b_c _d_'), 'a_b_c \\_d\\_'],
  ['backticks in code', p(text(['code'], 'a`b')), '``a`b``'],
  ['a heading', h2('Title #'), '## Title \\#'],
  ['nested lists', list(item(p('a'), list(item(p('b')))), item(p('c'))), '- a\n  - b\n- c'],
  ['a quote', quote(p('a'), p('b')), '> a\n>\n> b'],
  ['code with a fence in it', pre('```\n'), '````\n```\n\n````'],
])('writes %s', (_, block, markdown) => {
  expect(markdownOf(doc(block))).toBe(`${markdown}\n`);
  expect(markdownOf(roundTrip(doc(block)))).toBe(`${markdown}\n`);
});

test('characters that are white space in JavaScript only, beside a format with punctuation', () => {
  for (const space of ['\u2028', '\u2029', '\uFEFF']) {
    const line = doc(p(`a!${space}`, text(['bold', 'superscript'], 'b'), `${space}c`));
    expect(lettersOf(roundTrip(line))).toEqual(lettersOf(line));
    expect(JSON.stringify(roundTrip(line))).not.toContain('*');
  }
});

test('two adjacent lists remain two lists', () => {
  const two = doc(list(item(p('a'))), list(item(p('b'))), rule);
  expect(markdownOf(two)).toBe('- a\n\n* b\n\n---\n');
  expect(roundTrip(two)).toEqual(two);
});

test('tasks, tables and pictures are unchanged in a round trip', () => {
  const markdown =
    '- [x] done\n- [ ] open\n\n| a | b |\n| :--- | ---: |\n| 1 \\| 2 | `x` |\n\n![alt](https://a.b/c.png "title")\n';
  expect(markdownOf(jsonOfMarkdown(markdown))).toBe(markdown);
  expect(jsonOfMarkdown(markdown).content?.map((node) => node.type)).toEqual([
    'taskList',
    'table',
    'image',
  ]);
});

test('an inline picture becomes a block, an unsafe picture or link its text, and both are reported', () => {
  const lost = new Set<string>();
  const json = jsonOfMarkdown(
    'a ![p](https://a.b/c.png) b ![gone](javascript:alert(1)) [x](javascript:alert(1)) <T>',
    lost,
  );
  expect(json.content?.map((node) => node.type)).toEqual(['paragraph', 'image', 'paragraph']);
  expect(json.content?.[2]).toEqual(p(' b gone x <T>'));
  expect(lost.size).toBe(2);
});

test('nesting that is too deep is reported and keeps its text', () => {
  const indented = Array.from(
    { length: 300 },
    (_, level) => `${'  '.repeat(level)}- item ${level}`,
  ).join('\n');
  for (const deep of [
    `${'>'.repeat(5_000)} bottom`,
    `${'- '.repeat(5_000)}bottom`,
    `${indented} bottom`,
  ]) {
    const lost = new Set<string>();
    expect(plainTextOfJson(jsonOfMarkdown(deep, lost))).toContain('bottom');
    expect([...lost]).toHaveLength(1);
  }
  const bearable = `${'> '.repeat(60)}bottom`;
  expect(plainTextOfJson(jsonOfMarkdown(bearable))).toBe('bottom');
});

test('unsafe addresses are written as text instead of links and pictures', () => {
  const link = (href: string): NodeJson =>
    p({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] });
  const picture = (src: string): NodeJson => ({ type: 'image', attrs: { src, alt: 'said' } });
  for (const address of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '/api/v1/user/me',
  ]) {
    expect(markdownOf(doc(link(address), picture(address)))).toBe('x\n\nsaid\n');
  }
  expect(markdownOf(doc(link('https://a.b/'), picture('https://a.b/c.png')))).toContain(
    '![said](https://a.b/c.png)',
  );
});

test('hostile and large texts are read completely', () => {
  const hostile = [
    '['.repeat(50_000),
    '*a '.repeat(50_000),
    '`'.repeat(50_000),
    '![a]('.repeat(20_000),
    '|'.repeat(50_000),
    '- '.repeat(2_000),
    '<!--'.repeat(50_000),
    '<a '.repeat(50_000),
    '<b>'.repeat(50_000),
    'https://'.repeat(20_000),
    '<details>\n\n'.repeat(5_000),
  ];
  for (const text of hostile) expect(fitsSchema(jsonOfMarkdown(text))).toBe(true);
  const large = 'Some *words* of a [paragraph](https://a.b) with `code`.\n\n'.repeat(4_000);
  expect(jsonOfMarkdown(large).content).toHaveLength(4_000);
});

test('an empty text is an empty document, and the reverse', () => {
  expect(jsonOfMarkdown('')).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
  expect(markdownOf(doc(p()))).toBe('');
});

test('indented paragraphs after a footnote belong to it, and unindented text does not', () => {
  const markdown =
    'a[^1] b[^2]\n\n[^1]: one\n    more\n\n    two\n\n\n    three\n\n[^2]: other\n\nText\n';
  expect(markdownOf(jsonOfMarkdown(markdown))).toBe(
    'a[^1] b[^2]\n\nText\n\n[^1]: one more two three\n[^2]: other\n',
  );
});

test.each([
  ['without a reference', 'a\n\n[^1]: kept', 'a\nkept'],
  ['with a duplicate label', 'a[^1]\n\n[^1]: one\n\n[^1]: kept', 'a [one]\nkept'],
  [
    'that only another footnote refers to',
    'a[^1]\n\n[^1]: one[^2]\n\n[^2]: kept',
    'a [one[^2]]\nkept',
  ],
  [
    'that only an unreferenced footnote refers to',
    'a\n\n[^1]: *one*[^2]\n\n[^2]: kept',
    'a\none [kept]',
  ],
])('a footnote %s is kept at the end and reported', (_, markdown, text) => {
  const lost = new Set<string>();
  expect(plainTextOfJson(jsonOfMarkdown(markdown, lost))).toBe(text);
  expect([...lost]).toEqual([expect.stringContaining('stand at the end')]);
});

test.each([
  ['formatting', 'some **bold** text'],
  ['code', '`code`'],
  ['a picture', '![alt](https://a.b/c.png)'],
  ['a list', 'a list:\n    - one\n    - two'],
  ['several paragraphs', 'one\n\n    two'],
])('a footnote with %s is reported', (_, note) => {
  const lost = new Set<string>();
  jsonOfMarkdown(`a[^1]\n\n[^1]: ${note}\n`, lost);
  expect([...lost]).toEqual([expect.stringMatching(/^Notes |in notes/)]);
});

test('callouts, formulas, footnotes and attachments are unchanged in a round trip', () => {
  const file = '/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab';
  const markdown = `> [!TIP]\n> Read $a^2$ aloud[^1].\n\n$$\n\\sum_i x_i\n$$\n\n[notes.pdf](${file})\n\n[^1]: See \\*there\\*\n`;
  const json = jsonOfMarkdown(markdown);
  expect(json.content?.map((node) => node.type)).toEqual(['callout', 'formula', 'attachment']);
  expect(plainTextOfJson(json)).toBe('Read a^2 aloud [See *there*].\n\\sum_i x_i\nnotes.pdf');
  expect(markdownOf(json)).toBe(markdown);
});

test('embedded HTML is parsed, and its comments are left out', () => {
  const html = (text: string) => jsonOfMarkdown(text);
  expect(
    html(
      'H<sub>2</sub>O, m<sup>**2**</sup>, <kbd>Ctrl</kbd><br>x <small>y</small> <a name="z"></a>',
    ),
  ).toEqual(
    doc(
      p(
        'H',
        text(['subscript'], '2'),
        'O, m',
        text(['bold', 'superscript'], '2'),
        ', ',
        text(['code'], 'Ctrl'),
        br,
        'x y ',
      ),
    ),
  );
  const shapes = html(
    '<details>\n<summary>More</summary>\n\n- an *item*\n\n</details>\n\n<!-- said\n\nto nobody -->\n\n<table><tr><td>cell</td></tr></table>\n\n<img src="https://a.b/c.png" width="30" alt="c">\n\nend <!-- not --> here',
  );
  expect(shapes.content?.map(({ type }) => type)).toEqual([
    'toggle',
    'table',
    'image',
    'paragraph',
  ]);
  expect(plainTextOfJson(shapes)).toBe('More\nan item\ncell\nend  here');
  expect(shapes.content?.[2]?.attrs).toEqual({ src: 'https://a.b/c.png', alt: 'c', width: 30 });
});

test.each([
  'a Vec<T> of List<String>',
  'a <!-- that does not end',
  '<?php echo 1 ?>',
  '<T>\n',
  '<script>\nof a play',
  'the end </sup> and <b of',
])('keeps as text what is not valid HTML: %j', (said) => {
  expect(words(jsonOfMarkdown(said))).toBe(
    said.replace('</sup>', '').replace(/[^\p{L}\p{N}]/gu, ''),
  );
});

test('an HTML element that opens in a quote or line is closed at its end', () => {
  const json = jsonOfMarkdown('> <details>\n\nafter <b>bold\n\nplain');
  expect(json.content?.map(({ type }) => type)).toEqual(['blockquote', 'paragraph', 'paragraph']);
  expect(json.content?.at(-1)).toEqual(p('plain'));
});

test('a link on code with a bracket and a colon is kept at the start of a line', () => {
  const marks = [{ type: 'link', attrs: { href: 'https://example.org' } }, { type: 'code' }];
  const json = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: ' ]: a*b ', marks }] }],
  };
  expect(markdownOf(json)).not.toContain(']:');
  expect(roundTrip(json).content?.[0]).toMatchObject({
    content: [
      {
        text: ' ]: a*b ',
        marks: [{ type: 'link', attrs: { href: 'https://example.org' } }, marks[1]],
      },
    ],
  });
});

test('links on code, pictures and in footnotes are kept, and bare URLs become links', () => {
  const said = '[`fs`](https://n.o/fs) and https://a.b/c_d, not https\\://e.f or `https://g.h`';
  const json = jsonOfMarkdown(said);
  const links = JSON.stringify(json).match(/"href":"[^"]*"/g);
  expect(links).toEqual(['"href":"https://n.o/fs"', '"href":"https://a.b/c_d"']);
  expect(jsonOfMarkdown(markdownOf(json))).toEqual(json);
  const badge = jsonOfMarkdown(
    '[![build](https://a.b/c.svg "now")](https://ci.example/)[^1]\n\n[^1]: See [the *log*](https://l.o/g).',
  );
  expect(badge.content?.[0]).toEqual({
    type: 'image',
    attrs: { src: 'https://a.b/c.svg', alt: 'build', title: 'now', href: 'https://ci.example/' },
  });
  expect(JSON.stringify(badge)).toContain('See the log (https://l.o/g).');
  expect(markdownOf(badge)).toContain('[![build](https://a.b/c.svg "now")](https://ci.example/)');
});

test.each([
  ['foo\\+bar', 'foo+bar'],
  ['f&ouml;&ouml;', 'föö'],
  ['rust,ignore', 'rust'],
  ['js{1,3}', 'js'],
  ['{.python .numbered}', 'python'],
  ['ts title="a"', 'ts'],
])('a code fence with the info string %j has the language %s', (info, language) => {
  const json = jsonOfMarkdown(`\`\`\`${info}\ncode\n\`\`\``);
  expect(json.content?.[0]?.attrs).toEqual({ language });
});

test.each([
  ['bold code', '**`a`** and **`b`**', 'Code is plain'],
  ['headings of deep levels', '##### a\n\n###### b', 'Headings below the fourth level'],
  ['links in a code block', '<pre>a <a href="https://a.b">b</a></pre>', 'Links in code blocks'],
])('reports content that a document cannot contain once: %s', (_, markdown, sentence) => {
  const lost = new Set<string>();
  jsonOfMarkdown(markdown, lost);
  expect([...lost]).toEqual([expect.stringContaining(sentence)]);
});

test.each([
  ['amounts in dollars', 'It costs $5 and $6.', 'It costs $5 and $6.'],
  ['a dollar sign before a space', 'a $ b$ c', 'a $ b$ c'],
  ['a reference to a missing footnote', 'a[^9]', 'a[^9]'],
  ['an unclosed formula', '$$\nx', '$$ x'],
  ['a quote that is not a callout', '> [!NOTE] x', '[!NOTE] x'],
])('keeps %s as text', (_, markdown, text) => {
  const json = jsonOfMarkdown(markdown);
  expect(plainTextOfJson(json)).toBe(text);
  expect(jsonOfMarkdown(markdownOf(json))).toEqual(json);
});
