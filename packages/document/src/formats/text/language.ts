import type { NodeJson } from '../../schema/json.ts';
import { plainTextOfJson } from './plain.ts';

/** Language of a text (BCP 47; `und` if unknown), and its direction. */
export type Language = { readonly code: string; readonly direction: 'ltr' | 'rtl' };

/** Number of characters used to detect the language; more would only take time. */
const readAtMost = 20_000;

const scripts: readonly (readonly [letters: RegExp, code: string])[] = [
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Cyrillic}/gu, 'cyrillic'],
  [/\p{Script=Latin}/gu, 'latin'],
];

/** Words that are frequent in one of these languages and rare in the others. */
const frequent: readonly (readonly [code: string, words: ReadonlySet<string>])[] = [
  ['en', new Set(['the', 'and', 'of', 'to', 'is', 'that', 'with', 'this', 'are'])],
  ['de', new Set(['der', 'die', 'und', 'das', 'nicht', 'ist', 'ein', 'mit', 'den'])],
  ['fr', new Set(['le', 'les', 'et', 'des', 'est', 'une', 'dans', 'pour', 'pas'])],
  ['es', new Set(['el', 'los', 'y', 'las', 'una', 'por', 'con', 'del', 'es'])],
  ['it', new Set(['il', 'che', 'di', 'per', 'non', 'della', 'sono', 'gli', 'è'])],
  ['pt', new Set(['não', 'uma', 'do', 'da', 'os', 'com', 'ao', 'são', 'em'])],
  ['nl', new Set(['het', 'een', 'van', 'niet', 'zijn', 'voor', 'dat', 'met', 'op'])],
];

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** True if a text has right-to-left letters. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * True if a paragraph is read from right to left, according to its first letter. Source: Unicode,
 * UAX #9, P2.
 */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '');
}

/** Detects the main language of a document, by its script and frequent words. */
export function languageOf(doc: NodeJson): Language {
  const text = plainTextOfJson(doc).slice(0, readAtMost);
  const counts = scripts.map(([letters, code]) => ({
    code,
    count: text.match(letters)?.length ?? 0,
  }));
  const most = counts.toSorted((one, other) => other.count - one.count)[0];
  if (!most || most.count === 0) return { code: 'und', direction: 'ltr' };
  const letters = (code: string): number => counts.find((each) => each.code === code)?.count ?? 0;
  // Japanese text has more Chinese characters than kana.
  const isJapanese = most.code === 'zh' && letters('ja') * 10 > most.count;
  const code = isJapanese
    ? 'ja'
    : most.code === 'latin'
      ? latin(text)
      : most.code === 'cyrillic'
        ? cyrillic(text)
        : most.code;
  return { code, direction: code === 'he' || code === 'ar' ? 'rtl' : 'ltr' };
}

function latin(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const found = frequent.map(([code, known]) => ({
    code,
    count: words.filter((word) => known.has(word)).length,
  }));
  const [first, second] = found.toSorted((one, other) => other.count - one.count);
  return first && first.count > (second?.count ?? 0) ? first.code : 'und';
}

function cyrillic(text: string): string {
  const [ukrainian, russian] = [/[їєґ]/giu, /[ыэъ]/giu].map(
    (letters) => text.match(letters)?.length ?? 0,
  );
  if (ukrainian === russian) return 'und';
  return (ukrainian ?? 0) > (russian ?? 0) ? 'uk' : 'ru';
}
