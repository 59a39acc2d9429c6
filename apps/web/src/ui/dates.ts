/**
 * The variant of English in which dates are formatted: the reader's own where their browser asks for one, else British, whose
 * order of day and month readers outside the United States expect. The interface itself is English.
 */
export const dateLocale: string = englishOf(typeof navigator === 'undefined' ? [] : navigator.languages);

/** Picks the first variant of English among a browser's languages; `en-GB` where there is none. */
export function englishOf(languages: readonly string[]): string {
  return languages.find((language) => /^en(-|$)/i.test(language)) ?? 'en-GB';
}
