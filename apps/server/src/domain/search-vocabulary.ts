import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { shapeOf } from './search-words.ts';

/** Letters of a word from which mistyped ones can be told: with less, everything is similar. At most what is still typed by hand. */
const lettersMin = 4;
const lettersMax = 32;
/** Rows of one statement. */
const atOnce = 2_000;

/** Whether a word is one that can be looked for when it is mistyped. */
export function isLearned(word: string): boolean {
  const letters = [...word].length;
  return letters >= lettersMin && letters <= lettersMax;
}

/** Adds the words of a vector (as {@link vectorOf} writes it) to those that mistyped words are compared with. */
export async function learnWords(db: Kysely<Schema>, vector: string): Promise<void> {
  const { rows } = await sql<{ word: string }>`
    select lexeme as word from unnest(${vector}::tsvector) where length(lexeme) between ${lettersMin} and ${lettersMax}
      and not exists (select from search_words w where w.word = lexeme)`.execute(db);
  for (let from = 0; from < rows.length; from += atOnce) {
    // In one order, so that two who learn the same words do not wait for each other in a circle.
    const some = rows.slice(from, from + atOnce).map(({ word }) => ({ word, shape: shapeOf(word) }));
    const inOrder = some.toSorted((a, b) => (a.word < b.word ? -1 : 1));
    await db
      .insertInto('search_words')
      .values(inOrder)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
