import { expect, test } from 'vitest';
import { pathOf } from './curve.tsx';
import { bytes, milliseconds, whole } from './units.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_500, '1.5 KB'],
  [123_456_789, '123 MB'],
  [5e15, '5000 TB'],
])('formats %d bytes as %s', (value, text) => {
  expect(bytes(value)).toBe(text);
});

test('formats milliseconds and counts', () => {
  expect([milliseconds(1.234), milliseconds(123.4), whole(12_345.6)]).toEqual([
    '1.2 ms',
    '123 ms',
    '12,346',
  ]);
});

test('draws a curve from zero, and accepts no values or only zeros', () => {
  expect(pathOf([], 0)).toBe('');
  expect(pathOf([0, 0], 0)).toBe('M0.0 120.0L600.0 120.0');
  expect(pathOf([0, 10], 10)).toBe('M0.0 120.0L600.0 4.0');
});
