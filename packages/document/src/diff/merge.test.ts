import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeJson } from '../schema/json.ts';
import { merge, type Choice } from './merge.ts';
import { shortDocument } from '../testing/arbitrary-document.ts';
import { cases, key } from '../testing/cases.ts';

const doc = (...lines: string[]): NodeJson => ({
  type: 'doc',
  content: lines.map((text) => ({
    type: 'paragraph',
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  })),
});
const base = doc('one', 'two', 'three', 'four');

test('takes the changes of each side, and an identical change of both sides once', () => {
  const merged = merge(
    base,
    doc('one', 'TWO', 'three', 'four'),
    doc('one', 'two', 'three', 'between', 'FOUR'),
  );
  expect(merged).toEqual({ content: doc('one', 'TWO', 'three', 'between', 'FOUR'), conflicts: [] });
  expect(merge(base, doc('one', 'three', 'four'), base)).toEqual({
    content: doc('one', 'three', 'four'),
    conflicts: [],
  });
  const alike = doc('one', 'zwei', 'three', 'four', 'five');
  expect(merge(base, alike, alike)).toEqual({ content: alike, conflicts: [] });
});

test('a passage that both sides changed is a conflict, with their version before ours in the result', () => {
  const { content, conflicts } = merge(
    base,
    doc('one', 'ours', 'three', 'four'),
    doc('one', 'theirs', 'three', 'four'),
  );
  expect(content).toEqual(doc('one', 'theirs', 'ours', 'three', 'four'));
  const [before, ours, theirs] = ['two', 'ours', 'theirs'].map((text) => doc(text).content);
  expect(conflicts).toEqual([{ before, ours, theirs, block: null }]);
  expect(
    merge(base, doc('one', 'three', 'four'), doc('one', 'theirs', 'three', 'four')).conflicts,
  ).toHaveLength(1);
});

test('a conflict covers only the words that both sides changed, not the rest of the block', () => {
  const was = doc('The sun heats the stone slowly.', 'A calm phrase.', 'The end.');
  const ours = doc('The sun warms the stone slowly.', 'A calm and old phrase.', 'The end.');
  const theirs = doc('The sun boils the stone slowly.', 'A calm phrase.', 'The end.');
  const made = (choice: Choice): NodeJson => merge(was, ours, theirs, () => choice).content;
  expect(made('ours')).toEqual(
    doc('The sun warms the stone slowly.', 'A calm and old phrase.', 'The end.'),
  );
  expect(made('theirs')).toEqual(
    doc('The sun boils the stone slowly.', 'A calm and old phrase.', 'The end.'),
  );
  expect(made('both')).toEqual(
    doc('The sun boils warms the stone slowly.', 'A calm and old phrase.', 'The end.'),
  );
  const { conflicts } = merge(was, ours, theirs);
  expect(
    conflicts.map((each) =>
      [each.before, each.ours, each.theirs].map((nodes) => nodes[0]?.text?.trim()),
    ),
  ).toEqual([['heats', 'warms', 'boils']]);
});

test('an inserted paragraph on one side does not cause conflicts in the blocks around it', () => {
  const was = doc('The sun heats the stone slowly.', 'The moon is cold tonight.');
  const ours = doc(
    'The sun warms the stone slowly.',
    'A new one in between.',
    'The moon is cold tonight, they say.',
  );
  const theirs = doc('The sun heats the stone quickly.', 'The moon was cold tonight.');
  expect(merge(was, ours, theirs)).toEqual({
    content: doc(
      'The sun warms the stone quickly.',
      'A new one in between.',
      'The moon was cold tonight, they say.',
    ),
    conflicts: [],
  });
});

test('sentences that both sides append to a line conflict without the rest of the line', () => {
  const [was, ours, theirs] = [
    doc('At noon.'),
    doc('At noon. Rain or shine.'),
    doc('At noon. Bring a coat.'),
  ];
  const made = (choice: Choice): NodeJson => merge(was, ours, theirs, () => choice).content;
  expect(made('ours')).toEqual(ours);
  expect(made('theirs')).toEqual(theirs);
  expect(made('both')).toEqual(doc('At noon. Bring a coat. Rain or shine.'));
  expect(merge(was, ours, was).content).toEqual(ours);
});

test('each conflict is resolved by its own choice', () => {
  const [was, ours, theirs] = ['w', 'o', 't'].map((who) =>
    doc(...['a', 'b', 'c'].map((line) => `${line} ${who} ${line}`)),
  );
  if (!was || !ours || !theirs) throw new Error('three are needed');
  const choices: Choice[] = ['ours', 'both', 'theirs'];
  const { content, conflicts } = merge(was, ours, theirs, () => choices.shift() ?? null);
  expect(content).toEqual(doc('a o a', 'b t o b', 'c t c'));
  expect(conflicts).toHaveLength(3);
});

const words = (json: NodeJson): string[] =>
  json.text !== undefined ? (json.text.match(/\S+/g) ?? []) : (json.content ?? []).flatMap(words);

test('a merge with an unchanged side equals the other side, and no added word is lost', () => {
  fc.assert(
    fc.property(shortDocument, shortDocument, shortDocument, (before, ours, theirs) => {
      expect(key(merge(before, ours, before).content)).toBe(key(ours));
      expect(key(merge(before, before, theirs).content)).toBe(key(theirs));
      const { content } = merge(before, ours, theirs);
      const [was, there] = [new Set(words(before)), new Set(words(content))];
      for (const written of [...words(ours), ...words(theirs)])
        if (!was.has(written)) expect(there.has(written)).toBe(true);
    }),
    { numRuns: cases(300) },
  );
});
