/** Normalizes text for comparison: without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');
}

/**
 * Returns the rank of `name` for the typed query, from 0 (no match) to 1 (exact match). Each typed
 * word must be a prefix of a word of the name, or of the search terms `more`; in any order.
 */
export function rank(typed: string, name: string, more = ''): number {
  const wanted = plain(typed).trim();
  if (wanted === '') return 0;
  const own = plain(name);
  if (own === wanted) return 1;
  if (own.startsWith(wanted)) return 0.9;
  const [ownWords, moreWords] = [wordsIn(own), wordsIn(plain(more))];
  const begins = (words: readonly string[], word: string): boolean =>
    words.some((each) => each.startsWith(word));
  const typedWords = wordsIn(wanted);
  if (typedWords.length === 0) return own.includes(wanted) ? 0.4 : 0;
  if (typedWords.every((word) => begins(ownWords, word))) return 0.8;
  if (typedWords.every((word) => begins(ownWords, word) || begins(moreWords, word))) return 0.6;
  return own.includes(wanted) ? 0.4 : 0;
}

function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Returns the matching items, best first, at most `most`. */
export function ranked<Item>(
  items: readonly Item[],
  rankOf: (item: Item) => number,
  most: number,
): { item: Item; rank: number }[] {
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .filter((each) => each.rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, most);
}
