import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeJson } from './json.ts';
import { merge } from './merge.ts';
import { suggestionsOf } from './suggestions/list.ts';
import { suggestTowards } from './suggestions/towards.ts';
import { shortDocument } from './testing/arbitrary-document.ts';
import { cases, decided, key, nodeOf, without } from './testing/people.ts';

const doc = (...lines: string[]): NodeJson => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) })),
});
const base = doc('one', 'two', 'three', 'four');

test('what one side changed is taken from it, and what both changed alike is taken once', () => {
  const merged = merge(base, doc('one', 'TWO', 'three', 'four'), doc('one', 'two', 'three', 'between', 'FOUR'));
  expect(merged).toEqual({ content: doc('one', 'TWO', 'three', 'between', 'FOUR'), conflicts: [] });
  expect(merge(base, doc('one', 'three', 'four'), base)).toEqual({ content: doc('one', 'three', 'four'), conflicts: [] });
  const alike = doc('one', 'zwei', 'three', 'four', 'five');
  expect(merge(base, alike, alike)).toEqual({ content: alike, conflicts: [] });
});

test('where both changed one passage, theirs stands first and ours after it, and both are told', () => {
  const { content, conflicts } = merge(base, doc('one', 'ours', 'three', 'four'), doc('one', 'theirs', 'three', 'four'));
  expect(content).toEqual(doc('one', 'theirs', 'ours', 'three', 'four'));
  const [before, ours, theirs] = ['two', 'ours', 'theirs'].map((text) => doc(text).content);
  expect(conflicts).toEqual([{ before, ours, theirs }]);
  expect(merge(base, doc('one', 'three', 'four'), doc('one', 'theirs', 'three', 'four')).conflicts).toHaveLength(1);
});

const words = (json: NodeJson): string[] =>
  json.text !== undefined ? (json.text.match(/\S+/g) ?? []) : (json.content ?? []).flatMap(words);

test('nothing changed on one side: the other side is the result; no side loses a word that it wrote', () => {
  fc.assert(
    fc.property(shortDocument, shortDocument, shortDocument, (before, ours, theirs) => {
      expect(key(merge(before, ours, before).content)).toBe(key(ours));
      expect(key(merge(before, before, theirs).content)).toBe(key(theirs));
      const { content } = merge(before, ours, theirs);
      const [was, there] = [new Set(words(before)), new Set(words(content))];
      for (const written of [...words(ours), ...words(theirs)]) if (!was.has(written)) expect(there.has(written)).toBe(true);
    }),
    { numRuns: cases(300) },
  );
});

test('a document is suggested towards another: rejected it is the one, accepted the other', () => {
  let count = 0;
  const who = (): Parameters<typeof suggestTowards>[2] => ({
    author: 'ada',
    at: 1,
    client: null,
    newId: () => `s${(count += 1)}`,
  });
  const written = suggestTowards(base, doc('one', 'two and a half', 'four', 'five'), who());
  expect(suggestionsOf(nodeOf(written ?? base))).toHaveLength(3);
  if (written === null) throw new Error('it could not be suggested');
  expect(without(written)).toBe(key(base));
  expect(key(decided(nodeOf(written), 'accept'))).toBe(key(doc('one', 'two and a half', 'four', 'five')));
  expect(suggestTowards(base, base, who())).toEqual(base);
});

test('any document is suggested towards any other, or not at all', () => {
  let count = 0;
  let made = 0;
  fc.assert(
    fc.property(shortDocument, shortDocument, (now, wanted) => {
      const who = { author: 'ada', at: 1, client: null, newId: () => `s${(count += 1)}` };
      const written = suggestTowards(now, wanted, who);
      if (written === null) return;
      made += 1;
      expect(without(written)).toBe(key(now));
    }),
    { numRuns: cases(150) },
  );
  expect(made).toBeGreaterThan(cases(150) / 2);
});
