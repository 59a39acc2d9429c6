import { expect, test } from 'vitest';
import { skeletonOf } from './confusables.ts';

test.each([
  ['ada', 'аda', 'a Cyrillic letter'],
  ['paypal', 'раураl', 'three of them'],
  ['ada', 'ADA', 'case'],
  ['ada', 'ａｄａ', 'wide letters'],
  ['admin', 'adrnin', 'r and n'],
  ['lou', '1ou', 'a digit'],
  ['soo', 's0o', 'a digit'],
  ['jose', 'josé', 'an accent'],
  ['nikos', 'νikos'.replace('ν', 'n'), 'nothing'],
  ['omikron', 'οmikron', 'a Greek letter'],
  ['a-b', 'a_b', 'a sign'],
])('%s and %s look alike: %s', (one, two) => {
  expect(skeletonOf(two)).toBe(skeletonOf(one));
});

test.each([
  ['ada', 'eda'],
  ['anna', 'ann'],
  ['writer-2', 'writer-3'],
  ['мария', 'марта'],
  ['田中', '山田'],
])('%s and %s do not', (one, two) => {
  expect(skeletonOf(two)).not.toBe(skeletonOf(one));
});
