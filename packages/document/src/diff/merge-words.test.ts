import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeJson } from '../schema/json.ts';
import { mergeBlock } from './merge-words.ts';
import { fitsSchema } from '../schema/schema.ts';
import { shortDocument } from '../testing/arbitrary-document.ts';
import { cases, key } from '../testing/cases.ts';

type Inline = string | NodeJson;
const inline = (parts: readonly Inline[]): NodeJson[] =>
  parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));
const p = (...parts: Inline[]): NodeJson => ({ type: 'paragraph', content: inline(parts) });
const bold = (text: string): NodeJson => ({ type: 'text', text, marks: [{ type: 'bold' }] });
const list = (...items: string[]): NodeJson => ({
  type: 'bulletList',
  content: items.map((text) => ({ type: 'listItem', content: [p(text)] })),
});
const br: NodeJson = { type: 'hardBreak' };

describe('the merge of a block that both sides changed', () => {
  test.each<[string, NodeJson, NodeJson, NodeJson, NodeJson | null]>([
    [
      'keeps changes of different words',
      p('one two three four'),
      p('ONE two three four'),
      p('one two three FOUR'),
      p('ONE two three FOUR'),
    ],
    [
      'keeps an added word of each side',
      p('one two three'),
      p('zero one two three'),
      p('one two and three'),
      p('zero one two and three'),
    ],
    [
      'keeps a deletion of one side and an addition of the other',
      p('one two three four'),
      p('two three four'),
      p('one two three more four'),
      p('two three more four'),
    ],
    [
      'keeps a format of one side and a replaced word of the other',
      p('one two three four'),
      p(bold('one'), ' two three four'),
      p('one two three 4'),
      p(bold('one'), ' two three 4'),
    ],
    [
      'keeps changes on both sides of a line break',
      p('one', br, 'two three'),
      p('ONE', br, 'two three'),
      p('one', br, 'two THREE'),
      p('ONE', br, 'two THREE'),
    ],
    [
      'returns null if both sides changed the same word',
      p('one two three'),
      p('one 2 three'),
      p('one zwei three'),
      null,
    ],
    [
      'returns null if the sides changed adjacent words',
      p('one two three'),
      p('ONE two three'),
      p('one TWO three'),
      null,
    ],
    [
      'returns null if one side deleted a word where the other added one',
      p('one two three four'),
      p('one three four'),
      p('one two and three four'),
      null,
    ],
    [
      'returns null if both sides added a word at the same position',
      p('one two three'),
      p('one two new three'),
      p('one two other three'),
      null,
    ],
    [
      'keeps an identical change of both sides once',
      p('one two three four'),
      p('1 two three four'),
      p('1 two three FOUR'),
      p('1 two three FOUR'),
    ],
    [
      'returns null if one side changed the type of the block and the other its text',
      p('one two'),
      { ...p('one two'), type: 'heading', attrs: { level: 1 } },
      p('one TWO'),
      null,
    ],
    [
      'keeps changes of different list items',
      list('one', 'two', 'three'),
      list('ONE', 'two', 'three'),
      list('one', 'two', 'three', 'four'),
      list('ONE', 'two', 'three', 'four'),
    ],
    [
      'keeps changes of different words in one list item',
      list('one two three', 'b'),
      list('ONE two three', 'b'),
      list('one two THREE', 'b'),
      list('ONE two THREE', 'b'),
    ],
    [
      'returns null if both sides changed the same list item',
      list('one', 'two'),
      list('uno', 'two'),
      list('eins', 'two'),
      null,
    ],
  ])('%s', (_, base, ours, theirs, merged) => {
    const made = mergeBlock(base, ours, theirs);
    expect(made && key(made)).toBe(merged && key(merged));
    const turned = mergeBlock(base, theirs, ours);
    expect(turned && key(turned)).toBe(merged && key(merged));
  });

  test('combines the attributes of one side with the text of the other', () => {
    const heading = (level: number, text: string): NodeJson => ({
      type: 'heading',
      attrs: { level },
      content: inline([text]),
    });
    const merged = mergeBlock(heading(1, 'one two'), heading(2, 'one two'), heading(1, 'one TWO'));
    expect(merged && key(merged)).toBe(key(heading(2, 'one TWO')));
    expect(
      mergeBlock(heading(1, 'one two'), heading(2, 'one two'), heading(3, 'one two')),
    ).toBeNull();
  });

  test('merges code by lines, and never within a line', () => {
    const code = (text: string): NodeJson => ({ type: 'codeBlock', content: inline([text]) });
    const merged = mergeBlock(code('a\nb\nc'), code('A\nb\nc'), code('a\nb\nC'));
    expect(merged && key(merged)).toBe(key(code('A\nb\nC')));
    expect(
      mergeBlock(code('let a = b + c'), code('let A = b + c'), code('let a = b + C')),
    ).toBeNull();
  });
});

/** Changes of ten words: some are replaced, removed, or followed by another. */
const changes = fc.dictionary(
  fc.integer({ min: 0, max: 9 }).map(String),
  fc.constantFrom('change', 'remove', 'add'),
  {
    maxKeys: 3,
  },
);
const start = Array.from({ length: 10 }, (_, i) => `w${i}`);
const after = (made: Record<string, string>, who: string): string[] =>
  start.flatMap((word, i) => {
    switch (made[i]) {
      case 'change':
        return [`${who}${i}`];
      case 'remove':
        return [];
      case 'add':
        return [word, `${who}${i}`];
      default:
        return [word];
    }
  });
/** Words touched by a side: an addition after a word touches the next one too. */
const touched = (made: Record<string, string>): number[] =>
  Object.entries(made).flatMap(([i, act]) =>
    act === 'add' ? [Number(i), Number(i) + 1] : [Number(i)],
  );

test('non-adjacent changes of words are all merged in place, regardless of the order of the sides', () => {
  let merged = 0;
  fc.assert(
    fc.property(changes, changes, (ours, theirs) => {
      const [base, we, they] = [start, after(ours, 'o'), after(theirs, 't')].map((words) =>
        p(`${words.join(' ')} `),
      );
      if (!base || !we || !they) throw new Error('three are needed');
      const isApart = touched(ours).every((i) => touched(theirs).every((k) => Math.abs(i - k) > 1));
      const made = mergeBlock(base, we, they);
      const turned = mergeBlock(base, they, we);
      expect(made && key(made)).toBe(turned && key(turned));
      if (!isApart) return;
      merged += 1;
      const wanted = start.flatMap((word, i) => {
        const act = ours[i] ?? theirs[i];
        const who = ours[i] === undefined ? 't' : 'o';
        return act === 'remove'
          ? []
          : act === 'change'
            ? [`${who}${i}`]
            : act === 'add'
              ? [word, `${who}${i}`]
              : [word];
      });
      expect(made && key(made)).toBe(key(p(`${wanted.join(' ')} `)));
    }),
    { numRuns: cases(500) },
  );
  expect(merged).toBeGreaterThan(50);
});

test('a merged block always fits the schema', () => {
  const counts = { tried: 0, made: 0 };
  fc.assert(
    fc.property(
      shortDocument,
      shortDocument,
      shortDocument,
      fc.boolean(),
      (before, ours, theirs, isOnlyOurs) => {
        const [was, we, they] = [before, ours, isOnlyOurs ? before : theirs].map(
          ({ content }) => content?.[0],
        );
        if (!was || !we || !they) return;
        counts.tried += 1;
        const made = mergeBlock(was, we, they);
        if (made === null) return;
        counts.made += 1;
        expect(fitsSchema({ type: 'doc', content: [made] })).toBe(true);
      },
    ),
    { numRuns: cases(300), endOnFailure: true },
  );
  expect(counts.tried).toBeGreaterThan(cases(200));
  expect(counts.made).toBeGreaterThan(cases(80));
});
