import { expect, test } from 'vitest';
import { sizeName } from './parts.ts';

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_234, '1.2 KB'],
  [45_678, '46 KB'],
  [26_214_400, '26 MB'],
  [3_400_000_000_000, '3,400 GB'],
])('formats %i bytes as %s', (bytes, name) => {
  expect(sizeName(bytes)).toBe(name);
});
