import { expect, test } from 'vitest';
import { variantOf } from './dates.ts';

test('formats dates in the English variant of the user, and in British English by default', () => {
  expect(variantOf('en', ['de-AT', 'en-AU', 'en-US'])).toBe('en-AU');
  expect(variantOf('en', ['en-US'])).toBe('en-US');
  expect(variantOf('en', ['de-DE', 'fr'])).toBe('en-GB');
  expect(variantOf('en', [])).toBe('en-GB');
  expect(variantOf('en', ['eng-x'])).toBe('en-GB');
});
