import { expect, test } from 'vitest';
import { readQuery } from './query.ts';
import { finderOf, type Finder } from './finder.ts';
import { marksIn, snippetOf } from './snippets.ts';

const finder = (query: string): Finder =>
  finderOf((readQuery(query)?.terms ?? []).flatMap(({ sequences }) => sequences));

function marked(text: string, query: string): string[] {
  const snippet = snippetOf(text, finder(query));
  const points = [...snippet.text];
  return snippet.marks.map(([from, to]) => points.slice(from, to).join(''));
}

test('marks are counted in code points and cover the matched text', () => {
  expect(marksIn('🙂 Müller', finder('muller'))).toEqual([[2, 8]]);
  expect(marked('Die Straße und die STRASSEN', 'strasse ')).toEqual(['Straße']);
  expect(marked('Die Straße und die STRASSEN', 'strasse')).toEqual(['Straße', 'STRASSE']);
  expect(marked('東京に行きました', '東京')).toEqual(['東京']);
  expect(marked('用PostgreSQL搜索', 'postgresql 搜索')).toEqual(['PostgreSQL', '搜索']);
  expect(marked('最终的版本，最终版本', '最终版本')).toEqual(['最终', '版本', '最终版本']);
  expect(marked('to be, or not to be', '"to be"')).toEqual(['to be', 'to be']);
});

test('a snippet is the part with the most matches, cut at spaces, on one line', () => {
  const text = `${'filler '.repeat(100)}apple\n\n${'filler '.repeat(100)}the apple and\nthe pear ${'filler '.repeat(100)}`;
  const { text: shown } = snippetOf(text, finder('apple pear'));
  expect(shown).toMatch(/^… .*the apple and the pear .* …$/);
  expect([...shown].length).toBeLessThan(300);
});

test('a snippet of a text without a match is its beginning', () => {
  expect(snippetOf('A quiet beginning', finder('else'))).toEqual({
    text: 'A quiet beginning',
    marks: [],
  });
  expect(snippetOf('', finder('else'))).toEqual({ text: '', marks: [] });
});

test('a long line without spaces is never cut within a character', () => {
  expect(snippetOf('🙂'.repeat(1_000), finder('x1')).text.isWellFormed()).toBe(true);
  expect(
    snippetOf(`${'漢'.repeat(1_000)}東京${'漢'.repeat(1_000)}`, finder('東京')).text,
  ).toContain('東京');
});
