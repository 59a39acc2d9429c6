import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { shapeOf } from './search-words.ts';

/**
 * Minimum and maximum length of words that are checked for typing errors (characters). Shorter
 * words are all similar; longer ones are rarely typed by hand.
 */
const lettersMin = 4;
const lettersMax = 32;
/** Maximum number of rows per statement. */
const atOnce = 2_000;

/** True if a word is stored for comparison with mistyped words. */
export function isLearned(word: string): boolean {
  const letters = [...word].length;
  return letters >= lettersMin && letters <= lettersMax;
}

/**
 * Adds the words of a vector (in the form of {@link vectorOf}) to the words that mistyped ones are
 * compared with.
 */
export async function learnWords(db: Kysely<Schema>, vector: string): Promise<void> {
  const { rows } = await sql<{ word: string }>`
    select lexeme as word from unnest(${vector}::tsvector) where length(lexeme) between ${lettersMin} and ${lettersMax}
      and not exists (select from search_words w where w.word = lexeme)`.execute(db);
  for (let from = 0; from < rows.length; from += atOnce) {
    // Sorted, so that two concurrent inserts of the same words cannot deadlock.
    const some = rows
      .slice(from, from + atOnce)
      .map(({ word }) => ({ word, shape: shapeOf(word) }));
    const inOrder = some.toSorted((a, b) => (a.word < b.word ? -1 : 1));
    await db
      .insertInto('search_words')
      .values(inOrder)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
