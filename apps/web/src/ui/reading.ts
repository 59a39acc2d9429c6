/** Words that people read in a minute, silently, in most languages with an alphabet. Source: Brysbaert 2019, 238 for English non-fiction. */
const wordsPerMinute = 238;

/** How long a text of so many words takes to read, as it is said. */
export function readingTime(words: number): string {
  const minutes = Math.round(words / wordsPerMinute);
  if (minutes < 1) return 'under 1 min read';
  if (minutes < 60) return `${minutes} min to read`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`} to read`;
}

// Made once: to make one takes longer than all that is said of a text.
const numbers = new Intl.NumberFormat('en');

/** A number of words as it is said. */
export function wordsSaid(words: number): string {
  return words === 1 ? '1 word' : `${numbers.format(words)} words`;
}
