import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, patternOf } from './folding.ts';
import { piecesOf, shapeOf, termsOf, vectorOf } from './search-words.ts';

const terms = (text: string): string[] => [...piecesOf(text)].flatMap(termsOf);

test.each([
  ['case, accents and letters with strokes', 'Müller ŁÓDŹ Straße Ærø İstanbul', 'muller lodz strasse aero istanbul'],
  ['Vietnamese', 'Tiếng Việt Đà Nẵng', 'tieng viet da nang'],
  ['Greek, whose last sigma has a form of its own', 'ΌΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Arabic without its vowel signs', 'مُحَمَّد', 'محمد'],
  ['compatibility forms', 'ﬁne Ａｄａ ①', 'fine ada 1'],
  ['voiced kana, which are letters of their own', 'がか', 'がか'],
  ['Thai, whose vowel signs are part of the word', 'ภาษาไทย', 'ภาษาไทย'],
])('folding makes one of what readers take for one: %s', (_what, text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(fold(text))).toBe(folded);
});

test('words are what stands between signs; runs of scripts without spaces are pairs, and their last letter', () => {
  expect(terms("Don't mail a.b@c.org: 5G!")).toEqual(['don', 't', 'mail', 'a', 'b', 'c', 'org', '5g']);
  expect(terms('用PostgreSQL搜索')).toEqual(['用', 'postgresql', '搜索', '索']);
  expect(terms('한국어를')).toEqual(['한국', '국어', '어를', '를']);
  expect(terms('… !? "')).toEqual([]);
});

test('a vector has the place of each word, the title of more weight', () => {
  expect(vectorOf('to be or not to be')).toBe("'to':1,5 'be':2,6 'or':3 'not':4");
  expect(vectorOf('To be', 'A')).toBe("'to':1A 'be':2A");
  expect(vectorOf('')).toBe('');
});

test('a vector never grows beyond what the database takes', () => {
  const words = Array.from({ length: 200_000 }, (_, i) => `w${i.toString(36)}ord`).join(' ');
  expect(Buffer.byteLength(vectorOf(words))).toBeLessThan(1_900_000);
  expect(vectorOf('again '.repeat(1_000)).split(',')).toHaveLength(255);
  expect(vectorOf('x'.repeat(5_000))).toBe(`'${'x'.repeat(64)}':1`);
});

test('a shape has a letter for each letter, whatever the script', () => {
  expect(shapeOf('letter')).toBe('letter');
  expect(shapeOf('привет')).toMatch(/^[a-z0-9]{6}$/);
});

test('the pattern of a folded word finds it in the text that it came from, whatever the text', () => {
  const letter = fc.oneof(
    fc.constantFrom(...'aeiouybcßæœøłđñçžšğİıΣςάйёأﬁＡ東が한ก'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1, maxLength: 12 }), (letters) => {
      const text = letters.join('').normalize('NFC');
      for (const piece of piecesOf(text)) {
        const word = piece.kind === 'word' ? piece.text : piece.letters.join('');
        expect(() => new RegExp(patternOf(word), 'iv')).not.toThrow();
      }
    }),
  );
  for (const [word, text] of [
    ['strasse', 'STRASSE'],
    ['strasse', 'Straße'],
    ['aero', 'Ærø'],
    ['muller', 'Mu\u0308ller'],
    ['fine', 'ﬁne'],
    ['οδοσ', 'Οδός'],
    ['елка', 'Ёлка'],
    ['احمد', 'أَحمد'],
  ]) {
    expect(new RegExp(`^${patternOf(word ?? '')}$`, 'iv').test(text ?? ''), `${word} in ${text}`).toBe(true);
  }
});
