import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerText, onePlainAddress } from './header-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\r', '\n', '\u0000', '\u2028', ':', ' ', 'x') }),
);

test('header text is one line of at most 200 characters without control characters', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const line = headerText(text);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect([...line].length).toBeLessThanOrEqual(200);
      expect(line.isWellFormed()).toBe(true);
      expect(line).toBe(line.trim());
    }),
  );
});

test('ordinary text in a header stays unchanged', () => {
  expect(headerText('Größe, 大小 and 👩‍🚀: “fine”')).toBe('Größe, 大小 and 👩‍🚀: “fine”');
});

test('an accepted mail address is a single address without separators', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.emailAddress(),
        fc.tuple(fc.emailAddress(), anyText).map(([a, b]) => a + b),
      ),
      (text) => {
        let address: string;
        try {
          address = onePlainAddress(text);
        } catch {
          return;
        }
        expect(address).toBe(text);
        expect(address).toMatch(/^[^\s,;:<>()[\]"\\@\p{Cc}]+@[^\s,;:<>()[\]"\\@\p{Cc}]+$/u);
      },
    ),
  );
});
