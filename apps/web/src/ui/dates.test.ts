import { expect, test } from 'vitest';
import { englishOf } from './dates.ts';

test('formats dates in the English variant of the user, and in British English by default', () => {
  expect(englishOf(['de-AT', 'en-AU', 'en-US'])).toBe('en-AU');
  expect(englishOf(['en-US'])).toBe('en-US');
  expect(englishOf(['de-DE', 'fr'])).toBe('en-GB');
  expect(englishOf([])).toBe('en-GB');
  expect(englishOf(['eng-x'])).toBe('en-GB');
});
