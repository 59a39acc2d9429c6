import { plural, t } from '@lingui/core/macro';
/**
 * Words read per minute, silently, in most languages with an alphabet. Source: Brysbaert 2019, 238
 * for English non-fiction.
 */
const wordsPerMinute = 238;

/** Formats the reading time of a text. */
export function readingTime(words: number): string {
  const minutes = Math.round(words / wordsPerMinute);
  if (minutes < 1) return t`under 1 min read`;
  if (minutes < 60) return t`${minutes} min to read`;
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return rest === 0 ? t`${hours} h to read` : t`${hours} h ${rest} min to read`;
}

/** Formats a word count. */
export function wordsSaid(words: number): string {
  return plural(words, { one: '# word', other: '# words' });
}
