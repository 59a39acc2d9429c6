import { expect, test } from 'vitest';
import { figuresOf } from './use-figures-of.ts';

test('counts grapheme clusters as characters, but not line breaks', () => {
  expect(figuresOf('Grüße, 👩🏽‍🚀!\nDas war’s.')).toEqual({
    words: 3,
    characters: 19,
    withoutSpaces: 17,
  });
  expect(figuresOf('Zwei Zeilen\nkurz')).toEqual({ words: 3, characters: 15, withoutSpaces: 14 });
  expect(figuresOf('Zwei Zeilen\nku\u0308rz')).toEqual({
    words: 3,
    characters: 15,
    withoutSpaces: 14,
  });
  expect(figuresOf('')).toEqual({ words: 0, characters: 0, withoutSpaces: 0 });
});
