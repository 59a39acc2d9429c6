import { expect, test } from 'vitest';
import {
  applied,
  countsInside,
  isOrderOnly,
  moveAfter,
  moveBefore,
  moveBy,
  moveInto,
  rowsOf,
  type TreeItem,
} from './tree.ts';

/** A list such as `a a/b a/b/c d`: each document by its path. */
const listOf = (text: string): TreeItem[] =>
  text.split(' ').map((path, _at, all) => {
    const [id = '', parentId = null] = path.split('/').toReversed();
    const childCount = all.filter((other) => other.startsWith(`${path}/`)).length;
    return { id, parentId, childCount };
  });

const drawn = (documents: readonly TreeItem[], collapsed: readonly string[] = []): string =>
  rowsOf(documents, (id) => collapsed.includes(id))
    .map(({ document, depth }) => '·'.repeat(depth) + document.id)
    .join(' ');

const tree = listOf('a a/b a/b/c a/d e');

test('draws what is inside a document below it, unless it is collapsed', () => {
  expect(drawn(tree)).toBe('a ·b ··c ·d e');
  expect(drawn(tree, ['b'])).toBe('a ·b ·d e');
  expect(drawn(tree, ['a'])).toBe('a e');
  expect(rowsOf(tree).map(({ position, size }) => `${position}/${size}`)).toEqual([
    '1/2',
    '1/2',
    '1/1',
    '2/2',
    '2/2',
  ]);
});

test('draws a document whose parent is not in the list at the top level', () => {
  expect(drawn(listOf('x/a b'))).toBe('a b');
});

test.each([
  ['e', 'up', 'e a ·b ··c ·d'],
  ['a', 'down', 'e a ·b ··c ·d'],
  ['e', 'in', 'a ·b ··c ·d ·e'],
  ['c', 'out', 'a ·b ·c ·d e'],
  ['b', 'out', 'a ·d b ·c e'],
  ['d', 'in', 'a ·b ··c ··d e'],
] as const)('moves %s %s', (id, way, expected) => {
  const move = moveBy(tree, id, way);
  expect(move && drawn(applied(tree, move))).toBe(expected);
});

test('has no move where there is no place', () => {
  expect(moveBy(tree, 'a', 'up')).toBeNull();
  expect(moveBy(tree, 'a', 'in')).toBeNull();
  expect(moveBy(tree, 'a', 'out')).toBeNull();
  expect(moveBy(tree, 'e', 'down')).toBeNull();
  // The siblings that follow e are not loaded.
  expect(moveBy(tree, 'a', 'down', true)).toBeNull();
});

test('places a document beside and inside another one, but not inside itself', () => {
  const after = moveAfter(tree, 'e', 'b');
  expect(after && drawn(applied(tree, after))).toBe('a ·b ··c ·e ·d');
  const before = moveBefore(tree, 'e', 'c');
  expect(before && drawn(applied(tree, before))).toBe('a ·b ··e ··c ·d');
  const into = moveInto(tree, 'a', 'e');
  expect(into && drawn(applied(tree, into))).toBe('e ·a ··b ···c ··d');
  for (const otherId of ['a', 'b', 'c']) {
    expect(moveInto(tree, 'a', otherId)).toBeNull();
    expect(moveBefore(tree, 'a', otherId)).toBeNull();
    expect(moveAfter(tree, 'a', otherId)).toBeNull();
  }
});

test('counts what is inside a document, and says if more may follow', () => {
  const inside = countsInside(tree);
  expect(['a', 'b', 'c', 'e'].map((id) => inside(id))).toEqual(
    [3, 1, 0, 0].map((count) => ({ count, isAll: true })),
  );
  const loaded = tree.slice(0, 3);
  expect(countsInside(loaded, true)('a')).toEqual({ count: 3, isAll: false });
  expect(countsInside(tree, true)('a')).toEqual({ count: 3, isAll: true });
});

test.each([
  ['d', 'up', true],
  ['e', 'up', true],
  ['e', 'in', false],
  ['c', 'out', false],
] as const)('a move of %s %s changes the order only: %s', (id, way, isOrder) => {
  const move = moveBy(tree, id, way);
  expect(move && isOrderOnly(tree, move)).toBe(isOrder);
});
