import { expect, test } from 'vitest';
import { looksOf } from './use-writing-look.ts';

test('what is as it always was stands on no page, and everything else does', () => {
  expect(Object.values(looksOf({})).every((value) => value === null)).toBe(true);
  expect(
    Object.values(
      looksOf({ textSize: 'normal', measure: 'normal', writingFont: 'serif', spellCheck: true }),
    ),
  ).toEqual(Object.values(looksOf({})));
  expect(
    looksOf({ textSize: 'large', measure: 'wide', writingFont: 'sans', spellCheck: false }),
  ).toEqual({
    'data-text-size': 'large',
    'data-measure': 'wide',
    'data-writing-font': 'sans',
    spellcheck: 'false',
  });
});
