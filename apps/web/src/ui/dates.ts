import { isolate } from '@longhand/contract';
import { language } from '../language/language.ts';

/** Locale of formatted numbers: the language of the interface. */
export const numberLocale: string = language;

/** Locale of formatted dates: the user's variant of the language of the interface. */
export const dateLocale: string = variantOf(
  language,
  typeof navigator === 'undefined' ? [] : navigator.languages,
);

/**
 * Returns the first variant of a language among a browser's languages, otherwise the language
 * itself; for English the British variant, whose order of day and month readers outside the United
 * States expect.
 */
export function variantOf(wanted: string, languages: readonly string[]): string {
  const variant = languages.find((each) => each.toLowerCase().split('-', 1)[0] === wanted);
  return variant ?? (wanted === 'en' ? 'en-GB' : wanted);
}

/** Formats a list of names: _Ada, Ben and Cyd_ in the language of the interface. */
export function listOf(names: readonly string[]): string {
  const isolated = names.map((name) => isolate(language, name));
  return new Intl.ListFormat(language).format(isolated);
}

/**
 * Writes a name in the middle of a sentence: in English in lower case. Other languages have rules
 * of their own, such as capital letters of German nouns.
 */
export function midSentence(name: string): string {
  return language === 'en' ? name.toLocaleLowerCase('en') : name;
}
