/** Languages of the interface that a user can choose. Texts without a translation are English. */
export const languages = ['en', 'de', 'fr', 'ar', 'he'] as const;
/** See {@link languages}. */
export type Language = (typeof languages)[number];

/** Name of each language, in the language itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  ar: 'العربية',
  he: 'עברית',
};

/** Languages that are written from right to left. */
const rightToLeft = /^(?:ar|he)(?:-|$)/;

/** Returns the direction of a language's script, as the value of the attribute `dir`. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(language) ? 'rtl' : 'ltr';
}

/** Returns the language of a tag such as `de-CH`, or null if the interface does not have it. */
export function languageOf(tag: string): Language | null {
  const primary = tag.trim().toLowerCase().split('-', 1)[0];
  return languages.find((language) => language === primary) ?? null;
}

/**
 * Returns the first language of the interface that a browser accepts; null if there is none.
 * Source: RFC 9110, 12.5.4.
 *
 * @param header the header `Accept-Language`, for example `de-CH, fr;q=0.8`
 */
export function acceptedLanguage(header: string | undefined): Language | null {
  const ranges = (header ?? '').slice(0, 1_000).split(',');
  const accepted = ranges.flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';');
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
    const language = languageOf(tag);
    return language === null || !(weight > 0) ? [] : [{ language, weight }];
  });
  return accepted.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? null;
}
