import { directionOf } from './languages.ts';

/** Letters of scripts that are written from right to left. Source: Unicode, classes R and AL. */
const rightToLeftLetter =
  /[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const leftToRightLetter =
  /(?![\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u;

/** Isolates: the first two begin, the last ends. Source: UAX 9, 2.4. */
const leftToRightIsolate = '\u2066';
const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/**
 * Returns a name for the middle of a sentence of plain characters. If it has letters of the other
 * direction than the language of the sentence, it is isolated, so that neither moves the
 * punctuation and the numbers of the other.
 */
export function isolate(language: string, name: string): string {
  const others = directionOf(language) === 'rtl' ? leftToRightLetter : rightToLeftLetter;
  return others.test(name) ? `${firstStrongIsolate}${name}${popIsolate}` : name;
}

/** Returns an English sentence that keeps its punctuation in place in text of any direction. */
export function isolateEnglish(sentence: string): string {
  return /^[\p{L}\p{N}]*$/u.test(sentence)
    ? sentence
    : `${leftToRightIsolate}${sentence}${popIsolate}`;
}

/** Removes isolates, for example from a name of a file, of which they would become a part. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '');
}
