/**
 * Characters of other alphabets and digits that look like a Latin character in common typefaces.
 * Contains only lower-case characters allowed in usernames, since names are compared in lower case.
 * Source: Unicode Technical Standard 39, confusables.
 */
const drawnLike: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  ц: 'u',
  ѵ: 'v',
  ѡ: 'w',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ү: 'y',
  // Greek
  α: 'a',
  β: 'b',
  ϲ: 'c',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  ς: 's',
  τ: 't',
  υ: 'u',
  ω: 'w',
  χ: 'x',
  γ: 'y',
  ϳ: 'j',
  // Armenian
  ա: 'w',
  գ: 'q',
  զ: 'q',
  հ: 'h',
  ո: 'n',
  օ: 'o',
  ս: 'u',
  ց: 'g',
  ք: 'p',
  յ: 'j',
  լ: 'l',
  // Latin characters that are hard to distinguish from others
  ı: 'i',
  ɩ: 'i',
  ɡ: 'g',
  ʟ: 'l',
  ɑ: 'a',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'p',
  ŀ: 'l',
  // Digits
  0: 'o',
  1: 'l',
};

/**
 * Returns the skeleton of a username: confusable names have the same skeleton, in any alphabet.
 * Ignores compatibility forms, case, accents and the kind of separator between words.
 */
export function skeletonOf(username: string): string {
  const plain = username.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const letters = [...plain].map((letter) => drawnLike[letter] ?? letter).join('');
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('_', '-');
}
