import { expect, test } from 'vitest';
import { statisticsOf } from './use-statistics.ts';

test('counts grapheme clusters as characters, but not line breaks', () => {
  expect(statisticsOf('Grüße, 👩🏽‍🚀!\nDas war’s.')).toEqual({
    words: 3,
    characters: 19,
    withoutSpaces: 17,
  });
  expect(statisticsOf('Zwei Zeilen\nkurz')).toEqual({
    words: 3,
    characters: 15,
    withoutSpaces: 14,
  });
  expect(statisticsOf('Zwei Zeilen\nku\u0308rz')).toEqual({
    words: 3,
    characters: 15,
    withoutSpaces: 14,
  });
  expect(statisticsOf('')).toEqual({ words: 0, characters: 0, withoutSpaces: 0 });
});
