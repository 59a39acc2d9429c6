import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonOfHtml } from './read.ts';
import { htmlOf } from './write.ts';
import type { NodeJson } from '../../schema/json.ts';
import { markdownOf } from '../markdown/write.ts';
import { fitsSchema } from '../../schema/schema.ts';
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
import { anyDocument } from '../../testing/arbitrary-document.ts';
import { plainTextOfJson } from '../text/plain.ts';

// eslint-disable-next-line no-control-regex
const unwritten = /[\s\0-\u001F\uFFFE\uFFFF]/gu;
const letters = (json: NodeJson): string => plainTextOfJson(json).replace(unwritten, '');

test('any document keeps its characters through HTML, fits the schema, and is stable in a second round trip', () => {
  fc.assert(
    fc.property(anyDocument, (json) => {
      const once = jsonOfHtml(htmlOf(json));
      expect(fitsSchema(once)).toBe(true);
      expect(letters(once)).toBe(letters(json));
      expect(jsonOfHtml(htmlOf(once))).toEqual(once);
    }),
    { numRuns: 300 },
  );
});

test('any HTML is read as a document that fits the schema', () => {
  const tag = fc.constantFrom(
    ...'<p> </p> <ul> <li> </li> </ul> <table> <tr> <td colspan=3 rowspan=9> <th> </table> <b> </b> <a href=javascript:x> <pre> </pre> <br> <img src=x alt=y> <h6> <script> </script> <div> </div> <!-- --> <![CDATA[ & < > &amp; &#0;'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(tag, fc.string()), { maxLength: 40 }), (parts) => {
      expect(fitsSchema(jsonOfHtml(parts.join(' ')))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('writes a document as plain semantic elements', () => {
  const json = doc(
    h2('A & B'),
    p('a', br, bold('<b>')),
    list(item(p('c'))),
    quote(p('d')),
    { ...pre('e'), attrs: { language: 'ts' } },
    rule,
  );
  expect(htmlOf(json)).toBe(
    '<h2>A &#38; B</h2><p>a<br /><strong>&#60;b&#62;</strong></p><ul><li><p>c</p></li></ul><blockquote><p>d</p></blockquote><pre><code class="language-ts">e</code></pre><hr />',
  );
  expect(jsonOfHtml(htmlOf(json))).toEqual(json);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a node or mark of the type %s is written as its text only',
  (type) => {
    const text = { type: 'text', text: 'kept', marks: [{ type }] };
    const json = doc({ type, content: [text] }, p(text));
    expect(htmlOf(json)).toBe('<p>kept</p><p>kept</p>');
    expect(markdownOf(json)).toBe('kept\n\nkept\n');
  },
);

test('hostile attributes and node types are written as text without scripts', () => {
  const hostile = doc(
    { type: 'image', attrs: { src: 'javascript:alert(1)', alt: '"><script>' } },
    { type: 'image', attrs: { src: 'https://a.b/"onerror="x', alt: '' } },
    { type: 'script', content: [{ type: 'text', text: '</p><script>' }] },
    { type: 'codeBlock', attrs: { language: '"><script>' }, content: [] },
    { type: 'heading', attrs: { level: '1><script>' }, content: [] },
    { type: 'orderedList', attrs: { start: '"><script>' }, content: [] },
    p({
      type: 'text',
      text: 'x',
      marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }, { type: 'onload' }],
    }),
  );
  const html = htmlOf(hostile);
  expect(html).not.toMatch(/<script|javascript:|<[^>]*\sonerror/i);
  expect(html).toContain('<p>x</p>');
});

test('reads clipboard HTML of word processors and web pages', () => {
  const html = `<!--StartFragment--><b style="font-weight:normal"><div>one <span style="font-weight:700">two</span>
    </div><p>  three   <i>four</i> </p></b><ol start="3"><li>a<ul><li>b</ul><li>c</ol><li>stray<li>again`;
  expect(jsonOfHtml(html)).toEqual(
    doc(
      p('one ', bold('two')),
      p('three ', { type: 'text', text: 'four', marks: [{ type: 'italic' }] }),
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [item(p('a'), list(item(p('b')))), item(p('c'))],
      },
      list(item(p('stray')), item(p('again'))),
    ),
  );
});

test('incomplete tables become rectangular', () => {
  const json = jsonOfHtml(
    '<table><thead><tr><th colspan=2>h<tbody><tr><td rowspan=5>a<td>b<tr><td>c<td>d</table><td>e',
  );
  const [table] = json.content ?? [];
  expect(table?.content?.map((row) => row.content?.length)).toEqual([2, 3, 2]);
  expect(fitsSchema(json)).toBe(true);
  expect(plainTextOfJson(json)).toContain('e');
});

test('reads deeply nested, large and unterminated HTML completely', () => {
  const lost = new Set<string>();
  expect(plainTextOfJson(jsonOfHtml(`${'<div>'.repeat(100_000)}bottom`, lost))).toContain('bottom');
  expect(lost.size).toBe(1);
  expect(plainTextOfJson(jsonOfHtml(`${'<ul><li>'.repeat(900)}bottom`))).toContain('bottom');
  for (const hostile of [
    '<'.repeat(100_000),
    '<!--'.repeat(50_000),
    '<a '.repeat(50_000),
    '&'.repeat(100_000),
    '<td colspan=99999999>'.repeat(500),
  ]) {
    expect(fitsSchema(jsonOfHtml(hostile))).toBe(true);
  }
  expect(jsonOfHtml('<p>word</p>'.repeat(20_000)).content).toHaveLength(20_000);
});

test('reports content that is left out', () => {
  const lost = new Set<string>();
  const json = jsonOfHtml(
    '<p>a<svg><text>b</text></svg><script>c</script><img src="data:image/png;base64,AA" alt="d"></p>',
    lost,
  );
  expect(plainTextOfJson(json)).toBe('ad');
  expect([...lost]).toHaveLength(2);
});

test('reads formulas of other programs, pictures with captions, and details elements', () => {
  const math = (display: string) =>
    `<math display="${display}"><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>`;
  const json = jsonOfHtml(
    `<p>a <span class="katex">${math('inline')}<span class="katex-html">x2</span></span> b</p>${math('block')}` +
      '<figure><img src="https://a.b/c.png" width="300"><figcaption>What <i>it</i> shows</figcaption></figure>' +
      '<details><summary>More</summary><p>inside</p></details>',
  );
  expect(json).toEqual(
    doc(
      p('a ', { type: 'inlineFormula', attrs: { source: 'x^2' } }, ' b'),
      { type: 'formula', attrs: { source: 'x^2' } },
      { type: 'image', attrs: { src: 'https://a.b/c.png', title: 'What it shows', width: 300 } },
      { type: 'toggle', content: [p('More'), p('inside')] },
    ),
  );
});

test('footnotes are numbered and written at the end', () => {
  const note = (text: string): NodeJson => ({ type: 'footnote', attrs: { text } });
  const html = htmlOf(doc(p('a', note('one')), p('b', note('<two>'))));
  expect(html).toContain('<a href="#note2">2</a>');
  expect(html).toMatch(
    /<ol><li id="note1">one<\/li><li id="note2">&#60;two&#62;<\/li><\/ol><\/section>$/,
  );
});

test('tables keep their column widths and cell alignment in HTML', () => {
  const cell = (attrs: NodeJson['attrs']): NodeJson => ({
    type: 'tableCell',
    attrs: { colspan: 1, rowspan: 1, ...attrs },
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'cell' }] }],
  });
  const row = (...content: NodeJson[]): NodeJson => ({ type: 'tableRow', content });
  const rows = [
    row(cell({ colwidth: [120], align: 'right' }), cell({ colwidth: [80] }), cell({})),
    row(cell({ colspan: 2, colwidth: [120, 80] }), cell({ align: 'center' })),
  ];
  const whole: NodeJson = { type: 'doc', content: [{ type: 'table', content: rows }] };
  const html = htmlOf(whole);
  expect(html).toContain('<td align="right" data-colwidth="120" width="120">');
  expect(jsonOfHtml(html)).toEqual(whole);
  const widths = (attributes: string) =>
    jsonOfHtml(`<table><tr><td ${attributes}>a</td></tr></table>`).content?.[0]?.content?.[0]
      ?.content?.[0]?.attrs?.['colwidth'];
  expect(widths('width=312')).toEqual([312]);
  expect(widths('style="border:none;width:90.0pt;padding:0"')).toEqual([120]);
  for (const none of [
    'width="50%"',
    'style="max-width:5px"',
    'data-colwidth="a,b"',
    'width=99999',
    'width=0',
    'colspan=2 width=9',
  ])
    expect([none, widths(none) ?? null]).toEqual([none, null]);
});

test('formats in a caption are reported, and a second caption becomes text', () => {
  const lost = new Set<string>();
  const html =
    '<figure><img src="https://a.b/c.png"><figcaption>What <i>it</i> shows</figcaption></figure><figcaption>More</figcaption>';
  const { content = [] } = jsonOfHtml(html, lost);
  expect(content.map(({ type, attrs }) => [type, attrs?.['title']])).toEqual([
    ['image', 'What it shows'],
    ['paragraph', undefined],
  ]);
  expect([...lost]).toEqual([expect.stringContaining('Captions are plain text')]);
});

test.each([
  ['<p><span style="color: #ff0000">x</span>', ['Colours of text were left out.']],
  ['<p><font color="red">x</font>', ['Colours of text were left out.']],
  ['<p style="text-align: center">x', ['The alignment of paragraphs was left out.']],
  ['<p align=right>x', ['The alignment of paragraphs was left out.']],
  ['<select><option>x</select><button>y</button>', ['Form fields and buttons were left out.']],
  ['<input value="x">', ['Form fields and buttons were left out.']],
  [
    '<form><input name="q"></form>',
    ['Forms became plain text.', 'Form fields and buttons were left out.'],
  ],
  ['<p style="color: black; text-align: left"><span style="color: rgb(0, 0, 0)">x</span>', []],
  ['<p dir="rtl" style="text-align: right">x', []],
  ['<p><a href="https://a.b" style="color: blue"><span style="color: #1155cc">x</span></a>', []],
  ['<input type="hidden" value="x"><p style="border-color: red">x', []],
])('reports page content that a document cannot contain: %s', (html, sentences) => {
  const lost = new Set<string>();
  jsonOfHtml(html, lost);
  expect([...lost]).toEqual(sentences);
});

test('the text of a text field is kept', () => {
  expect(jsonOfHtml('<p>a</p><textarea>b <b>c</textarea><p>d</p>')).toEqual(
    doc(p('a'), p('b <b>c'), p('d')),
  );
});
