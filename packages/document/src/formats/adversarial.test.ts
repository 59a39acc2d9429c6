import { describe, expect, test, vi } from 'vitest';
import {
  countWords,
  differences,
  excerptOf,
  htmlOf,
  jsonOfHtml,
  jsonOfMarkdown,
  jsonOfText,
  markdownOf,
  merge,
  plainTextOfJson,
  exportWarnings,
  type NodeJson,
} from '../index.ts';

/**
 * Number of repetitions at which quadratic work takes minutes to hours, so that it exceeds the time
 * limit of a test.
 */
const times = 200_000;

const pieces: Readonly<Record<string, string>> = {
  spaces: ' ',
  'zero-width characters': '\u200b',
  'soft hyphens': '\u00ad',
  hyphens: '-',
  'at signs': '@',
  'opening brackets': '[',
  'link brackets': '](',
  quotes: '"',
  'combining marks': '\u0301\u0316',
  asterisks: '*',
  'asterisks and letters': '*a ',
  underscores: '_',
  backticks: '`',
  'backticks and letters': '`a',
  'dollar signs': '$',
  backslashes: '\\',
  'hash signs': '#',
  ampersands: '&',
  'less-than signs': '<',
  'opening tags': '<b',
  ideographs: '漢',
  'line breaks': '\n',
  'spaces and line breaks': ' \n',
  pipes: '|',
  'numbers and dots': '1.',
};
const texts = Object.entries(pieces).map(
  ([name, piece]) => [name, `a${piece.repeat(times)}b`] as const,
);

const doc = (...content: NodeJson[]): NodeJson => ({ type: 'doc', content });
const p = (text: string): NodeJson => ({ type: 'paragraph', content: [{ type: 'text', text }] });

describe('writing and reading a document takes linear time', () => {
  test.each(texts)('with many %s', (_name, text) => {
    const whole = doc(
      p(text),
      {
        type: 'heading',
        attrs: { level: 1 },
        content: [{ type: 'text', text, marks: [{ type: 'bold' }] }],
      },
      { type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'code' }] }] },
      { type: 'paragraph', content: [{ type: 'inlineFormula', attrs: { source: text } }] },
      { type: 'codeBlock', content: [{ type: 'text', text }] },
    );
    expect(markdownOf(whole).length).toBeGreaterThan(times);
    expect(htmlOf(whole).length).toBeGreaterThan(times);
    expect(plainTextOfJson(whole).length).toBeGreaterThan(times);
    expect(exportWarnings(whole, 'markdown')).toBeInstanceOf(Array);
    expect(countWords(text)).toBeGreaterThan(0);
    expect(excerptOf(text).length).toBeLessThan(400);
    expect(jsonOfText(text).type).toBe('doc');
  });
});

test('writes a text as Markdown without iterating over its characters', () => {
  const iterated = vi.spyOn(String.prototype, Symbol.iterator);
  const text = 'a'.repeat(10_000);
  expect(markdownOf(doc(p(text)))).toContain(text);
  const lengths = iterated.mock.contexts.map((each) => String(each).length);
  iterated.mockRestore();
  expect(Math.max(0, ...lengths)).toBeLessThan(text.length);
});

describe('comparing documents takes linear time', () => {
  test.each(texts)('with many %s', (_name, text) => {
    const [before, after] = [doc(p(text)), doc(p(`x${text.slice(0, -7)}y`))];
    expect(differences(before, after).length).toBeGreaterThan(0);
    expect(merge(before, after, doc(p(`${text}z`))).content.type).toBe('doc');
  });

  test('when all blocks have changed', () => {
    const blocks = (sign: string) =>
      doc(...Array.from({ length: 30_000 }, (_, i) => p(`word ${i} ${sign}`)));
    expect(differences(blocks('old'), blocks('new')).length).toBe(30_000);
  });

  test('with one block of many words against many blocks of one word', () => {
    const long = doc(p(Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(' ')));
    const many = doc(...Array.from({ length: 100_000 }, (_, i) => p(`w${i}`)));
    expect(differences(long, many).length).toBeGreaterThan(1);
    expect(differences(many, long).length).toBeGreaterThan(1);
  });

  test('with a block of very many differently formatted pieces', () => {
    const runs = (last: string): NodeJson =>
      doc({
        type: 'paragraph',
        content: Array.from({ length: 60_000 }, (_, i) => ({
          type: 'text',
          text: `w${i} `,
          marks: [{ type: i % 2 === 0 ? 'bold' : 'italic' }],
        })).concat({ type: 'text', text: last, marks: [] }),
      });
    const [changed] = differences(runs('one'), runs('two'));
    expect(changed?.kind).toBe('changed');
  });

  test('with very many mentions outside of textblocks', () => {
    const mentions = Array.from({ length: 60_000 }, () => ({
      type: 'mention',
      attrs: { of: 'person', id: 'a', name: 'Ben' },
    }));
    const quote = (word: string) =>
      doc({ type: 'blockquote', content: [...mentions, p(`a long enough text ${word}`)] });
    expect(differences(quote('one'), quote('two'))).toHaveLength(1);
  });
});

describe('importing takes linear time', () => {
  test.each(texts)('HTML with many %s', (_name, text) => {
    expect(jsonOfHtml(`<p>${text}</p>`).type).toBe('doc');
  });

  test.each([
    ['styles', `<span style="${'text-decoration'.repeat(times / 10)}">a</span>`],
    ['font weights', `<span style="${'font-weight: '.repeat(times / 10)}">a</span>`],
    ['classes', `<pre class="${'language- '.repeat(times / 10)}">a</pre>`],
    ['unclosed Word paragraphs', `<p class=Mso>${'<p>'.repeat(times)}`],
    ['unfinished tags of Word paragraphs', `<p class=Mso>${'<p '.repeat(times)}`],
    ['Word list levels', `<p class=Mso style="${'mso-list:'.repeat(times)}">a</p>`],
    ['unclosed conditional comments', `<p class=Mso>${'<!--[if'.repeat(times)}`],
    [
      'unclosed Word list markers',
      `<p class=Mso style="mso-list:l1 level1">${'<![if !supportLists]>'.repeat(times)}</p>`,
    ],
    ['unfinished Google Docs lists', `docs-internal-guid-${'<ul '.repeat(times)}`],
    ['nested elements', '<div>'.repeat(times)],
    ['nested formats', '<b><i>'.repeat(times)],
    ['too deeply nested tags and spaces', `${'<div>'.repeat(3_000)}${' '.repeat(times)}a`],
  ])('HTML with %s', (_name, html) => {
    expect(jsonOfHtml(html).type).toBe('doc');
  });
});

test('repeated Markdown syntax is parsed within the reader’s time limit', () => {
  for (const piece of [
    '*a ',
    '[',
    '](',
    '`a',
    '_a_',
    '> ',
    '- ',
    '|a',
    '<a',
    '![',
    '&',
    '\\',
    '~~a ',
    '$a',
    '[^1]',
  ])
    expect(jsonOfMarkdown(piece.repeat(3_000)).type).toBe('doc');
});
