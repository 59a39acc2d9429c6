/**
 * Locale of formatted dates: the user's variant of English if the browser has one. Otherwise
 * British English, whose order of day and month readers outside the United States expect. The
 * interface itself is English.
 */
export const dateLocale: string = englishOf(
  typeof navigator === 'undefined' ? [] : navigator.languages,
);

/** Returns the first variant of English among a browser's languages; `en-GB` if there is none. */
export function englishOf(languages: readonly string[]): string {
  return languages.find((language) => /^en(-|$)/i.test(language)) ?? 'en-GB';
}
