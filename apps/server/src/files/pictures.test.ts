import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindOf, shownTypes } from './kinds.ts';
import { readPicture } from './pictures.ts';
import { avif, gif, jpeg, png, webp } from './pictures.testing.ts';

const makers = { png, gif, jpeg, webp, avif };

test.each(Object.entries(makers))(
  'detects type and size of a picture in the format %s',
  (name, make) => {
    expect(readPicture(make(1_920, 1_080))).toEqual({
      type: `image/${name}`,
      width: 1_920,
      height: 1_080,
    });
  },
);

/** One pixel, encoded by a real program. */
const real = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'image/webp': 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=',
};

test.each(Object.entries(real))(
  'detects type and size of a real file of the type %s',
  (type, base64) => {
    expect(readPicture(Buffer.from(base64, 'base64'))).toEqual({ type, width: 1, height: 1 });
  },
);

test('detects the size of a lossless WebP', () => {
  const lossless = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
  expect(readPicture(lossless)).toEqual({ type: 'image/webp', width: 1, height: 1 });
});

test.each(Object.entries(makers))(
  'a truncated %s, or one without a width, is not detected as a picture',
  (_name, make) => {
    const whole = make(16, 16);
    for (let length = 0; length < 12; length += 1)
      expect(readPicture(whole.subarray(0, length))).toBe(null);
    if (make !== webp) expect(readPicture(make(0, 16))).toBe(null);
  },
);

test('random bytes never cause an error, and only pictures with a size are displayed', () => {
  const beginnings = Object.values(makers).map((make) => make(8, 8));
  const bytes = fc.tuple(
    fc.constantFrom(...beginnings),
    fc.nat(80),
    fc.uint8Array({ maxLength: 60 }),
    fc.nat(80),
  );
  fc.assert(
    fc.property(bytes, ([beginning, cut, noise, at]) => {
      const mixed = Buffer.concat([beginning.subarray(0, cut), noise, beginning.subarray(at)]);
      const { type, shown, width } = kindOf(mixed);
      expect(shown).toBe(shownTypes.has(type));
      expect(shown).toBe(width !== null);
    }),
    { numRuns: 2_000 },
  );
});
