import { expect, test } from 'vitest';
import { root } from '../steps/programs.mjs';
import { formsIn, leftOut, readLong } from './forms.mjs';

const files = ['a.long.test.ts', 'a.short.test.ts', 'b.long.test.ts', 'c.long.test.ts'];

test('without a selection, short forms run', () => {
  expect(leftOut(files, readLong(undefined)).excluded).toEqual([
    'a.long.test.ts',
    'b.long.test.ts',
    'c.long.test.ts',
  ]);
});

test('with all long tests, short forms do not run', () => {
  expect(leftOut(files, readLong('1'))).toEqual({ excluded: ['a.short.test.ts'], untried: [] });
});

test('a short form runs in the parts without its long form', () => {
  expect(leftOut(files, readLong('1/2')).excluded).toEqual(['b.long.test.ts', 'a.short.test.ts']);
  expect(leftOut(files, readLong('2/2')).excluded).toEqual(['a.long.test.ts', 'c.long.test.ts']);
});

test('each long test of the project is in one of the parts', () => {
  for (const kind of ['test', 'spec']) {
    const all = formsIn(root, kind).filter((file) => file.includes('.long.'));
    const played = ['1/3', '2/3', '3/3'].flatMap((value) => {
      const untried = new Set(leftOut(all, readLong(value)).untried);
      return all.filter((file) => !untried.has(file));
    });
    expect(all.length).toBeGreaterThan(15);
    expect(played.toSorted()).toEqual(all);
  }
});

test.each(['0', '0/3', '4/3', 'all', '1/0'])('refuses the selection %s', (value) => {
  expect(() => readLong(value)).toThrow('LONG is 1, or a part as in 2/3');
});
