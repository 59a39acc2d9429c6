import { expect, test } from 'vitest';
import { jsonOfHtml } from './read.ts';
import { markdownOf } from '../markdown/write.ts';

/** Creates a page like the web page download of Google Docs. */
const page = (css: string, body: string): string =>
  `<html><head><meta content="text/html; charset=UTF-8"><style type="text/css">@import url(https://themes.googleusercontent.com/fonts/css?kit=x);${css}</style></head><body class="c9 doc-content">${body}</body></html>`;

const css =
  'ol{margin:0;padding:0}.c1{font-weight:700}.c2{font-style:italic}.c3{text-decoration:line-through}.c4{vertical-align:super;font-size:9pt}' +
  '.c5{color:#1155cc;text-decoration:underline}.c6{text-decoration:inherit;color:inherit}.c7{font-weight:400;color:#000000}' +
  '.title{font-size:26pt}p.c8{font-style:italic}.c9 .c10{font-weight:700}';

const read = (body: string): string => markdownOf(jsonOfHtml(page(css, body))).trim();

test('formats from the style sheet of a downloaded Google Docs page are kept', () => {
  expect(
    read(
      '<p class="c0"><span class="c7">plain </span><span class="c1">bold</span><span class="c2"> italic</span></p>',
    ),
  ).toBe('plain **bold** *italic*');
  expect(
    read(
      '<p><span class="c1 c2">both</span> <span class="c3 c7">gone</span> m<span class="c4">2</span></p>',
    ),
  ).toBe('**_both_** ~~gone~~ m<sup>2</sup>');
  const link =
    '<span class="c5"><a class="c6" href="https://www.google.com/url?q=https://example.org/&amp;sa=D">link</a></span>';
  expect(read(`<p>A ${link}</p>`)).toBe('A [link](https://example.org/)');
});

test('rules with other selectors and classes without a rule have no effect', () => {
  expect(
    read(
      '<p><span class="c8">a</span> <span class="c10">b</span> <span class="toString">c</span></p>',
    ),
  ).toBe('a b c');
});

test.each([
  ['many unclosed style sheets', '<style>'.repeat(200_000)],
  ['many rules', `<style>${'.a{font-weight:700}'.repeat(100_000)}</style><p class="a">x</p>`],
  ['many imports', `<style>${'@import '.repeat(100_000)}</style><p>x</p>`],
  [
    'many classes',
    `<style>.a{font-weight:700}</style>${`<p class="${'a '.repeat(2_000)}">x</p>`.repeat(2_000)}`,
  ],
])('a page with %s is read in linear time', (_name, html) => {
  expect(jsonOfHtml(html).type).toBe('doc');
});
