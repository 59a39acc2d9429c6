import { expect, test } from 'vitest';
import { skeletonOf } from './confusables.ts';

test.each([
  ['ada', 'аda', 'a Cyrillic letter'],
  ['paypal', 'раураl', 'three Cyrillic letters'],
  ['ada', 'ADA', 'letter case'],
  ['ada', 'ａｄａ', 'full-width letters'],
  ['admin', 'adrnin', 'r and n in place of m'],
  ['lou', '1ou', 'a digit in place of a letter'],
  ['soo', 's0o', 'a digit in place of a letter'],
  ['jose', 'josé', 'an accent'],
  ['vera', 'νera', 'a Greek nu in place of a v'],
  ['omikron', 'οmikron', 'a Greek letter'],
  ['a-b', 'a_b', 'another separator'],
])('%s and %s look alike: %s', (one, two) => {
  expect(skeletonOf(two)).toBe(skeletonOf(one));
});

test.each([
  ['ada', 'eda'],
  ['anna', 'ann'],
  ['writer-2', 'writer-3'],
  ['мария', 'марта'],
  ['田中', '山田'],
])('%s and %s do not look alike', (one, two) => {
  expect(skeletonOf(two)).not.toBe(skeletonOf(one));
});
