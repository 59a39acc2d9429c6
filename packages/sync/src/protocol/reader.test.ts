import { expect, test } from 'vitest';
import { Malformed, readerOf, skipText } from './reader.ts';

/** Returns the size of a text below 16,384 bytes in front of it, as lib0 encodes it. */
const sizeOf = ({ length }: Uint8Array): number[] =>
  length < 128 ? [length] : [128 + (length % 128), length >> 7];

/** Skips a text that begins at an offset of its memory. Returns its length in UTF-16 code units. */
function lengthOf(text: Uint8Array, offset: number): number {
  const bytes = new Uint8Array(offset + 2 + text.length);
  const size = sizeOf(text);
  bytes.set([...size, ...text], offset);
  return skipText(readerOf(bytes.subarray(offset, offset + size.length + text.length)));
}

const letters = (length: number): Uint8Array => new Uint8Array(length).fill(97);

test.each([0, 1, 63, 64, 65, 66, 67, 200])('skips a text of %d letters', (length) => {
  for (let offset = 0; offset < 4; offset += 1)
    expect(lengthOf(letters(length), offset)).toBe(length);
});

test.each([10, 64, 67, 200])('counts an accent at each place of a text of %d bytes', (length) => {
  for (let offset = 0; offset < 4; offset += 1)
    for (let at = 0; at + 1 < length; at += 1) {
      const text = letters(length);
      text.set([0xc3, 0xa9], at);
      expect(lengthOf(text, offset)).toBe(length - 1);
    }
});

test.each([10, 64, 67, 200])(
  'finds a broken byte at each place of a text of %d bytes',
  (length) => {
    for (let offset = 0; offset < 4; offset += 1)
      for (let at = 0; at < length; at += 1) {
        const text = letters(length);
        text[at] = 0x80;
        expect(() => lengthOf(text, offset)).toThrow(Malformed);
      }
  },
);
