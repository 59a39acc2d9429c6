import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { isLearned } from '../../domain/search-vocabulary.ts';
import { shapeOf } from '../../domain/search-words.ts';

/** Words that share trigrams with the typed one are compared letter by letter: so many; and so many of them are looked for as well. */
const comparedMax = 60;
const alternativesMax = 6;
/** Letters from which on two slips are forgiven instead of one. */
const longWord = 8;

/**
 * How many letters have to be put in, taken away, exchanged or swapped with their neighbour to make one word of the other. Source: Damerau,
 * 1964, in the restricted form.
 */
export function slipsBetween(one: string, other: string): number {
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
 * Words that stand somewhere and that each of `words` may have been meant to be, most alike first. They may stand in what the caller
 * cannot read: they only widen what is looked for, and what is found is what the caller may read.
 */
export async function findAlternatives(db: Kysely<Schema>, words: readonly string[]): Promise<Map<string, string[]>> {
  const alternatives = new Map<string, string[]>();
  for (const word of new Set(words.filter(isLearned))) {
    const shape = shapeOf(word);
    const { rows } = await sql<{ word: string }>`
      select word from search_words where shape % ${shape} and word <> ${word}
      order by similarity(shape, ${shape}) desc, word limit ${comparedMax}`.execute(db);
    const forgiven = [...word].length >= longWord ? 2 : 1;
    const near = rows
      .map((row) => ({ word: row.word, slips: slipsBetween(word, row.word) }))
      .filter(({ slips }) => slips <= forgiven)
      .toSorted((x, y) => x.slips - y.slips);
    if (near.length > 0)
      alternatives.set(
        word,
        near.slice(0, alternativesMax).map((row) => row.word),
      );
  }
  return alternatives;
}
