import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { isLearned } from '../../domain/search-vocabulary.ts';
import { shapeOf } from '../../domain/search-words.ts';

/**
 * Maximum number of words with common trigrams that are compared, and maximum number of
 * alternatives per word.
 */
const comparedMax = 60;
const alternativesMax = 6;
/** Minimum length of words for which two errors are tolerated instead of one (characters). */
const longWord = 8;

/**
 * Returns the edit distance of two words: insertions, deletions, substitutions and swaps of
 * neighbours. Source: Damerau, 1964, in the restricted form.
 */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let older: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (older[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [older, above] = [above, row];
  }
  return above[b.length] ?? 0;
}

/**
 * Returns indexed words that each of `words` may be a misspelling of, most similar first. They may
 * occur in texts that the caller cannot read: they only widen the query, and hits are still
 * restricted to readable objects.
 */
export async function findAlternatives(
  db: Kysely<Schema>,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const alternatives = new Map<string, string[]>();
  for (const word of new Set(words.filter(isLearned))) {
    const shape = shapeOf(word);
    const { rows } = await sql<{ word: string }>`
      select word from search_words where shape % ${shape} and word <> ${word}
      order by similarity(shape, ${shape}) desc, word limit ${comparedMax}`.execute(db);
    const forgiven = [...word].length >= longWord ? 2 : 1;
    const near = rows
      .map((row) => ({ word: row.word, distance: editDistance(word, row.word) }))
      .filter(({ distance }) => distance <= forgiven)
      .toSorted((x, y) => x.distance - y.distance);
    if (near.length > 0)
      alternatives.set(
        word,
        near.slice(0, alternativesMax).map((row) => row.word),
      );
  }
  return alternatives;
}
