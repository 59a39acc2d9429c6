import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastMessage } from './branding.ts';
import { contrastOf, isReadable, nearestReadable } from './branding-colors.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#2b4a8b', '#2b4a8b', 1],
])('the contrast of %s with %s is %f', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test('the usual accent colours have enough contrast', () => {
  expect([isReadable('light', '#2b4a8b'), isReadable('dark', '#a5bdf3')]).toEqual([true, true]);
});

const colors = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('the nearest colour has enough contrast, and is the same colour if that has', () => {
  fc.assert(
    fc.property(colors, fc.constantFrom('light', 'dark'), (color, scheme) => {
      const nearest = nearestReadable(scheme, color);
      expect(isReadable(scheme, nearest)).toBe(true);
      expect(nearest === color).toBe(isReadable(scheme, color));
    }),
  );
});

test('a colour with too little contrast is refused with the figure and the nearest one', () => {
  expect(contrastMessage('light', '#88aaff').message).toMatch(
    /^The contrast with .+ is 1\.\d+ : 1, but text needs 4\.5 : 1\. The nearest colour that passes is #[0-9a-f]{6}$/,
  );
});
