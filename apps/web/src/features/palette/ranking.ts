/** Letters as they are compared: without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');
}

/**
 * How well `name` answers what was typed, from 0 (not at all) to 1 (it begins with it). Each typed word has to begin a word of the
 * name, or of `more`, by which it may be found too; in any order.
 */
export function rank(typed: string, name: string, more = ''): number {
  const wanted = plain(typed).trim();
  if (wanted === '') return 0;
  const own = plain(name);
  if (own === wanted) return 1;
  if (own.startsWith(wanted)) return 0.9;
  const [ownWords, moreWords] = [wordsIn(own), wordsIn(plain(more))];
  const begins = (words: readonly string[], word: string): boolean => words.some((each) => each.startsWith(word));
  const typedWords = wordsIn(wanted);
  if (typedWords.length === 0) return own.includes(wanted) ? 0.4 : 0;
  if (typedWords.every((word) => begins(ownWords, word))) return 0.8;
  if (typedWords.every((word) => begins(ownWords, word) || begins(moreWords, word))) return 0.6;
  return own.includes(wanted) ? 0.4 : 0;
}

function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Things in the order in which they answer, best first; those that do not answer are left out. */
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
