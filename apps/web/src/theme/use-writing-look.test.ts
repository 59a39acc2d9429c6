import { expect, test } from 'vitest';
import { looksOf } from './use-writing-look.ts';

test('sets no attributes for default values, and an attribute for every other value', () => {
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
