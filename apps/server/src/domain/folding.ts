/**
 * Marks that users of Latin, Greek, Cyrillic and Arabic scripts omit while typing, and invisible
 * characters. Other marks count as characters.
 */
const left =
  /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u0591-\u05c7\u00ad\u200b-\u200f\u2060\ufcf2-\ufcf4\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f\ufeff]/gu;

/** Characters without a Unicode decomposition that users commonly type as plain ones. */
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
const isAscii = /^\p{ASCII}*$/u;

/** Combining marks, and characters that become marks when normalized. */
const markClass = String.raw`\p{M}\uff9e\uff9f`;
/**
 * Matches more marks on one character than any language uses. Normalizing sorts the marks of a
 * character in quadratic time. Source: Unicode, UAX #15, Stream-Safe Text Format. A match of
 * millions of marks is an error in the pattern engine.
 */
const marksTooMany = new RegExp(`([${markClass}]{30})[${markClass}]{1,100000}`, 'gv');

/** Removes {@link marksTooMany}. The second time, what remains of several matches is one match. */
const withFewMarks = (text: string): string =>
  text.replace(marksTooMany, '$1').replace(marksTooMany, '$1');

/**
 * Returns `text` in the form that search compares: without compatibility forms (`ﬁ`, `Ａ`), case and
 * accents, in any language. Vowel signs of Indic and Southeast Asian scripts and the voicing of
 * kana are significant. Takes linear time. Source: Unicode, UAX #15.
 */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return withFewMarks(text.replace(left, ''))
    .normalize('NFKD')
    .replace(left, '')
    .toLowerCase()
    .replace(notPlain, (letter) => plain[letter] ?? letter)
    .normalize('NFC');
}

/**
 * Conjoining Korean characters in all forms: they may form one syllable with the characters after
 * them.
 */
const jamo = String.raw`\u1100-\u11ff\u3131-\u318e\u3260-\u327e\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc`;
const follower = `${left.source.slice(1, -1)}${markClass}`;
/** Clusters that fold together: a character with its marks, or a run of conjoining characters. */
const clusters = new RegExp(
  `[${jamo}\\uac00-\\ud7a3][${jamo}${follower}]*|[\\s\\S][${follower}]*`,
  'gv',
);

/** A folded text with the start and end offset in the original text for each of its code units. */
export type FoldedText = {
  readonly folded: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Cache of foldings of single code units, which bounds its size. */
const known = new Map<string, string>();

function foldCluster(cluster: string): string {
  if (cluster.length > 1) return fold(cluster);
  const folded = known.get(cluster) ?? fold(cluster);
  known.set(cluster, folded);
  return folded;
}

/**
 * Folds `text` and records the origin of each character. The folded text equals the result of
 * {@link fold}.
 */
export function foldWithPositions(text: string): FoldedText {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const letters = foldCluster(cluster);
    folded += letters;
    for (let unit = 0; unit < letters.length; unit += 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { folded, starts, ends };
}
