import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, foldWithPositions } from './folding.ts';
import { piecesOf, placedPiecesOf, shapeOf, termsOf, vectorOf } from './search-words.ts';

const terms = (text: string): string[] => [...piecesOf(text)].flatMap(termsOf);

test.each([
  [
    'case, accents and letters with strokes',
    'Müller ŁÓDŹ Straße Ærø İstanbul',
    'muller lodz strasse aero istanbul',
  ],
  ['Vietnamese', 'Tiếng Việt Đà Nẵng', 'tieng viet da nang'],
  ['Greek with a final sigma', 'ΌΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Arabic without its vowel signs', 'مُحَمَّد', 'محمد'],
  ['compatibility forms', 'ﬁne Ａｄａ ①', 'fine ada 1'],
  ['voiced kana, which stay distinct letters', 'がか', 'がか'],
  ['Thai, whose vowel signs are kept', 'ภาษาไทย', 'ภาษาไทย'],
])('folds variants that readers consider equal to the same text: %s', (_what, text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(fold(text))).toBe(folded);
});

test('splits text into words at punctuation, and scripts without spaces into pairs and the last character', () => {
  expect(terms("Don't mail a.b@c.org: 5G!")).toEqual([
    'don',
    't',
    'mail',
    'a',
    'b',
    'c',
    'org',
    '5g',
  ]);
  expect(terms('用PostgreSQL搜索')).toEqual(['用', 'postgresql', '搜索', '索']);
  expect(terms('한국어를')).toEqual(['한국', '국어', '어를', '를']);
  expect(terms('… !? "')).toEqual([]);
});

test('a vector contains the positions of each word, with a higher weight for the title', () => {
  expect(vectorOf('to be or not to be')).toBe("'to':1,5 'be':2,6 'or':3 'not':4");
  expect(vectorOf('To be', 'A')).toBe("'to':1A 'be':2A");
  expect(vectorOf('')).toBe('');
});

test('a vector stays within the size limits of the database', () => {
  const words = Array.from({ length: 200_000 }, (_, i) => `w${i.toString(36)}ord`).join(' ');
  expect(Buffer.byteLength(vectorOf(words))).toBeLessThan(1_900_000);
  expect(vectorOf('again '.repeat(1_000)).split(',')).toHaveLength(255);
  expect(vectorOf('x'.repeat(5_000))).toBe(`'${'x'.repeat(64)}':1`);
});

test.each([
  ['x', 21_000_000],
  ['é', 9_000_000],
])('indexes a word of millions of letters (%s) as a single truncated word', (letter, count) => {
  const text = `one ${letter.repeat(count)} two`;
  const first = fold(letter).repeat(64);
  expect(vectorOf(text)).toBe(`'one':1 '${first}':2 'two':3`);
  // Places are slower to find. This word is longer than a match of the patterns.
  const shorter = `one ${'x'.repeat(150_000)}${letter.repeat(250_000)} two`;
  expect([...placedPiecesOf(shorter)].map((piece) => piece.text)).toEqual([
    'one',
    'x'.repeat(64),
    'two',
  ]);
});

test('indexes millions of characters of a script without spaces, and millions of combining marks', () => {
  expect(vectorOf('漢'.repeat(9_000_000))).toMatch(/^'漢漢':1,2,/);
  expect(vectorOf(`e${'\u1dc0'.repeat(9_000_000)}`)).toMatch(/^'e[^']*':1$/);
});

test('a shape has one character for each letter, in every script', () => {
  expect(shapeOf('letter')).toBe('letter');
  expect(shapeOf('привет')).toMatch(/^[a-z0-9]{6}$/);
});

const letter = fc.oneof(
  fc.constantFrom(
    ...'aeiouybcßæœøłđñçžšğİıΣςάйёأﬁＡ東が한ก ㄱㅏ각ｶﾞ-"㎏\u00ad\u200b\u0301\u0316\u3099\u1dc0',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const anyText = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(''));

test('folding with positions returns the same text as folding, and the positions never decrease', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { folded, starts, ends } = foldWithPositions(text);
      expect(folded).toBe(fold(text));
      expect(starts.length).toBe(folded.length);
      expect(ends.every((end, i) => end > (starts[i] ?? 0) && end <= text.length)).toBe(true);
      expect(starts.every((at, i) => i === 0 || at >= (starts[i - 1] ?? 0))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('folds each BMP character the same with and without positions, next to characters that compose', () => {
  const apart: string[] = [];
  for (let code = 0; code < 0x1_0000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCharCode(code);
    for (const text of [
      `ㄱ${character}ㅏ`,
      `${character}ㅏ`,
      `${character}ᆨ`,
      `か${character}\u3099`,
    ])
      if (foldWithPositions(text).folded !== fold(text)) apart.push(code.toString(16));
  }
  expect(apart).toEqual([]);
});

test('pieces with positions are the pieces of the index, in the same order', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const pieces = [...piecesOf(text)].flatMap((piece) =>
        piece.kind === 'word' ? [piece.text] : piece.letters,
      );
      expect([...placedPiecesOf(text)].map((piece) => piece.text)).toEqual(pieces);
    }),
    { numRuns: 2_000 },
  );
});

test('finds the original position of a word whose letters change when folded', () => {
  for (const [word, text] of [
    ['strasse', 'STRASSE'],
    ['strasse', 'Straße'],
    ['aero', 'Ærø'],
    ['muller', 'Mu\u0308ller'],
    ['fine', 'ﬁne'],
    ['οδοσ', 'Οδός'],
    ['елка', 'Ёлка'],
    ['احمد', 'أَحمد'],
    ['softly', 'soft\u00adly\u200b'],
  ] as const) {
    const [piece] = placedPiecesOf(`-- ${text} --`);
    expect({ ...piece, endOf: null }).toMatchObject({ text: word, from: 3, to: 3 + text.length });
  }
});

test('folds a letter with excessive combining marks to a short text, as a single word', () => {
  const zalgo = `e${'\u0316\u1dc0\u0301'.repeat(300_000)}`;
  expect(fold(zalgo).length).toBeLessThan(100);
  expect([...placedPiecesOf(zalgo)]).toHaveLength(1);
});
