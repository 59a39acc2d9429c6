import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences, type Difference, type DifferencePart } from './differences.ts';
import type { NodeJson } from '../schema/json.ts';
import { bold, doc, h2, item, list, p } from '../testing/test-documents.ts';
import { anyDocument } from '../testing/arbitrary-document.ts';
import { plainTextOfJson } from '../formats/text/plain.ts';

const kinds = (found: Difference[]): unknown[] =>
  found.map((each) => (each.kind === 'same' ? each.count : each.kind));
const textOf = (parts: readonly DifferencePart[], without: string): string =>
  parts
    .filter((part) => part.kind !== without)
    .map((part) => part.text)
    .join('');

function sides(before: NodeJson, after: NodeJson): void {
  const [old, next] = [before.content ?? [], after.content ?? []];
  let [from, to] = [0, 0];
  for (const each of differences(before, after)) {
    if (each.kind === 'same') {
      expect(old.slice(from, from + each.count)).toEqual(next.slice(to, to + each.count));
      [from, to] = [from + each.count, to + each.count];
      continue;
    }
    if (each.kind !== 'added') expect(each.before).toBe(old[from++]);
    if (each.kind !== 'removed') expect(each.after).toBe(next[to++]);
    if (each.kind !== 'changed') continue;
    expect(textOf(each.parts, 'added')).toBe(plainTextOfJson(each.before));
    expect(textOf(each.parts, 'removed')).toBe(plainTextOfJson(each.after));
  }
  expect([from, to]).toEqual([old.length, next.length]);
}

test('both documents can be reconstructed from their differences', () => {
  fc.assert(fc.property(anyDocument, anyDocument, sides), { numRuns: 300 });
});

test('both documents can be reconstructed when one is the other with some blocks changed', () => {
  const change = fc.record({ at: fc.nat(20), remove: fc.nat(2), add: anyDocument });
  fc.assert(
    fc.property(anyDocument, change, (before, { at, remove, add }) => {
      sides(before, doc(...(before.content ?? []).toSpliced(at, remove, ...(add.content ?? []))));
    }),
    { numRuns: 200 },
  );
});

test('a document has no differences from itself', () => {
  fc.assert(
    fc.property(anyDocument, (json) => {
      expect(differences(json, structuredClone(json))).toEqual([
        { kind: 'same', count: json.content?.length },
      ]);
    }),
  );
  expect(differences(doc(), doc())).toEqual([]);
});

test('differences within a block are found by words in any script', () => {
  const parts = (before: string, after: string): string =>
    differences(doc(p(before)), doc(p(after)))
      .flatMap((each) => (each.kind === 'changed' ? each.parts : []))
      .map(
        (part) =>
          `${{ same: '', added: '+', removed: '-', formatted: '~' }[part.kind]}${part.text}`,
      )
      .join('|');
  expect(parts('the quick brown fox', 'the slow brown fox jumps')).toBe(
    'the |-quick|+slow| brown fox|+ jumps',
  );
  expect(parts('我喜欢咖啡和茶', '我喜欢牛奶和茶')).toBe('我喜欢|-咖啡|+牛奶|和茶');
  expect(parts('שלום עולם טוב', 'שלום חבר טוב')).toBe('שלום |-עולם|+חבר| טוב');
  expect(parts('a family 👩‍👩‍👧 here', 'a family 👩‍👩‍👦 here')).toBe('a family |-👩‍👩‍👧|+👩‍👩‍👦| here');
});

test('changed formats are reported as formatted parts', () => {
  const [found] = differences(doc(p('one two three')), doc(p('one ', bold('two'), ' three')));
  expect(found).toMatchObject({
    kind: 'changed',
    parts: [
      { kind: 'same', text: 'one ' },
      { kind: 'formatted', text: 'two', marksBefore: [], marksAfter: [{ type: 'bold' }] },
      { kind: 'same', text: ' three' },
    ],
  });
});

test('reports added, removed and changed blocks', () => {
  const before = doc(
    p('alpha one'),
    p('beta two'),
    p('gamma three'),
    list(item(p('delta')), item(p('epsilon'))),
  );
  const after = doc(
    h2('alpha one'),
    p('gamma three'),
    p('something new'),
    list(item(p('delta')), item(p('epsilon four'))),
  );
  expect(kinds(differences(before, after))).toEqual(['changed', 'removed', 1, 'added', 'changed']);
});

test('compares long documents with many edits, and with entirely different text', () => {
  const line = (index: number, word = 'word'): string =>
    Array.from({ length: 70 }, (_, at) => `${word}${(index * 31 + at * 7) % 997}`).join(' ');
  const before = doc(...Array.from({ length: 1_400 }, (_, index) => p(line(index))));
  const edited = doc(
    ...(before.content ?? []).map((block, index) =>
      index % 32 === 5 ? p(`${line(index)} more`) : block,
    ),
  );
  expect(differences(before, edited).filter((each) => each.kind === 'changed')).toHaveLength(44);
  const everywhere = doc(...(before.content ?? []).map((_, index) => p(`new ${line(index)}`)));
  expect(differences(before, everywhere).every((each) => each.kind === 'changed')).toBe(true);
  const other = doc(...(before.content ?? []).map((_, index) => p(line(index, 'other'))));
  expect(differences(before, other)).toHaveLength(2_800);
});
