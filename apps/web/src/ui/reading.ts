/**
 * Words read per minute, silently, in most languages with an alphabet. Source: Brysbaert 2019, 238
 * for English non-fiction.
 */
const wordsPerMinute = 238;

/** Formats the reading time of a text. */
export function readingTime(words: number): string {
  const minutes = Math.round(words / wordsPerMinute);
  if (minutes < 1) return 'under 1 min read';
  if (minutes < 60) return `${minutes} min to read`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`} to read`;
}

// Created once: creating a formatter takes longer than all its uses for a text.
const numbers = new Intl.NumberFormat('en');

/** Formats a word count. */
export function wordsSaid(words: number): string {
  return words === 1 ? '1 word' : `${numbers.format(words)} words`;
}
