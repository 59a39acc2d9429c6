/** Marks that readers of Latin, Greek, Cyrillic and Arabic leave out when they type, and what is never seen. Others are letters. */
const left = /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u0591-\u05c7\u00ad\u200b-\u200f\u2060\ufeff]/gu;

/** Letters that are no letter and a mark to Unicode, although people type them so. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
};
const notPlain = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');
const isAscii = /^[\x20-\x7e\s]*$/;

/**
 * `text` as search compares it: compatibility forms are one (`ﬁ`, `Ａ`), case and accents do not count, in whatever language. Vowel signs
 * of Indic and Southeast Asian scripts and the voicing of kana do count. Source: Unicode, UAX #15.
 */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(left, '')
    .toLowerCase()
    .replace(notPlain, (letter) => plain[letter] ?? letter)
    .normalize('NFC');
}

/** Where letters stand that fold to others: Latin, Greek, Cyrillic, Arabic, and forms of full and half width. */
const ranges = [
  [0xaa, 0x24f],
  [0x370, 0x52f],
  [0x5d0, 0x6ff],
  [0x1e00, 0x1fff],
  [0xfb00, 0xfb06],
  [0xff01, 0xffdc],
] as const;

function collect(): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  for (const [from, to] of ranges) {
    for (let code = from; code <= to; code += 1) {
      const letter = String.fromCodePoint(code);
      const folded = fold(letter);
      if (folded !== letter && /^[\p{L}\p{N}]+$/u.test(folded)) spellings.set(folded, (spellings.get(folded) ?? '') + letter);
    }
  }
  return spellings;
}

const spellings = collect();
const skipped = left.source;

/**
 * The source of a regular expression (flags `iv`) that finds a folded word in text that is not folded: each letter in all its
 * spellings, with the marks that were left out. Nothing in a word has a meaning of its own in the expression.
 */
export function patternOf(word: string): string {
  const letters = [...word];
  let source = '';
  for (let i = 0; i < letters.length; i += 1) {
    const [letter = '', two] = [letters[i], `${letters[i]}${letters[i + 1] ?? ''}`];
    const joined = i + 1 < letters.length ? spellings.get(two) : undefined;
    if (joined === undefined) source += `${oneOf(letter)}${skipped}*`;
    else {
      source += `(?:[${joined}]|${oneOf(letter)}${skipped}*${oneOf(letters[i + 1] ?? '')})${skipped}*`;
      i += 1;
    }
  }
  return source;
}

function oneOf(letter: string): string {
  const others = spellings.get(letter);
  const itself = /[\p{L}\p{N}\p{M}]/u.test(letter) ? letter.normalize('NFC') : '';
  return others === undefined ? itself : `[${itself}${others}]`;
}
