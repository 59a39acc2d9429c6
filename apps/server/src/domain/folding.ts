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
const isAscii = /^\p{ASCII}*$/u;

/** Combining marks, and letters that become one when they are normalized. */
const markClass = String.raw`\p{M}\uff9e\uff9f`;
/**
 * More marks on one letter than any language writes. Normalizing sorts the marks of a letter, and takes time by the square of their
 * number. Source: Unicode, UAX #15, Stream-Safe Text Format.
 */
const marksTooMany = new RegExp(`([${markClass}]{30})[${markClass}]+`, 'gv');

/**
 * `text` as search compares it: compatibility forms are one (`ﬁ`, `Ａ`), case and accents do not count, in whatever language. Vowel signs
 * of Indic and Southeast Asian scripts and the voicing of kana do count. Takes linear time. Source: Unicode, UAX #15.
 */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .replace(left, '')
    .replace(marksTooMany, '$1')
    .normalize('NFKD')
    .replace(left, '')
    .toLowerCase()
    .replace(notPlain, (letter) => plain[letter] ?? letter)
    .normalize('NFC');
}

/** Conjoining letters of Korean, in all their forms: what follows may make one syllable with them. */
const jamo = String.raw`\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc`;
const follower = `${left.source.slice(1, -1)}${markClass}`;
/** What folds together: a letter with its marks, or a run of conjoining letters. */
const clusters = new RegExp(`[${jamo}\\uac00-\\ud7a3][${jamo}${follower}]*|[\\s\\S][${follower}]*`, 'gv');

/** A folded text, with the place in the original text of each of its code units; `ends`: where the letter of that place ends. */
export type FoldedText = { readonly folded: string; readonly starts: readonly number[]; readonly ends: readonly number[] };

/** Foldings of single code units: there are no more than those. */
const known = new Map<string, string>();

function foldCluster(cluster: string): string {
  if (cluster.length > 1) return fold(cluster);
  const folded = known.get(cluster) ?? fold(cluster);
  known.set(cluster, folded);
  return folded;
}

/** Folds `text` and keeps where each letter came from. The result says the same as {@link fold}. */
export function foldWithPlaces(text: string): FoldedText {
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
