import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { learnWords } from '../../domain/search-vocabulary.ts';
import { vectorOf } from '../../domain/search-words.ts';

type Db = Kysely<Schema>;
type Kind = 'document' | 'comment' | 'person' | 'project';
type Text = { kind: Kind; id: string; title: string; body: string };

/** Maximum number of texts updated per transaction, and of transactions per search. */
const atOnce = 200;
const roundsMax = 5;

/**
 * Takes some due entries with their current texts, including deleted ones. Concurrent callers take
 * others.
 */
async function take(trx: Db): Promise<{ taken: number; texts: Text[] }> {
  const { rows: due } = await sql<{ kind: Kind; id: string }>`
    delete from search_due where (kind, id) in (select kind, id from search_due limit ${atOnce} for update skip locked)
    returning kind, id`.execute(trx);
  if (due.length === 0) return { taken: 0, texts: [] };
  const of = (kind: Kind) => due.filter((row) => row.kind === kind).map(({ id }) => id);
  // Concurrent changes become due again: their triggers wait for this transaction.
  const { rows: texts } = await sql<Text>`
    select 'document' as kind, id, title, '' as body from documents where id = any(${of('document')}::uuid[])
    union all select 'comment', id, '', body from comments where id = any(${of('comment')}::uuid[])
    union all select 'project', id, name, description from projects where id = any(${of('project')}::uuid[])
    union all select 'person', id, name || ' ' || username, '' from users where id = any(${of('person')}::uuid[])
    order by 1, 2`.execute(trx);
  return { taken: due.length, texts };
}

type Vectors = { readonly names: string; readonly words: string };

async function keep(trx: Db, { kind, id }: Text, { names, words }: Vectors): Promise<void> {
  if (kind === 'document') {
    await sql`
      update document_search set title_words = ${names}::tsvector, words = ${names}::tsvector || ts_filter(words, '{d}')
      where document_id = ${id}`.execute(trx);
    return;
  }
  await sql`
    insert into search_entries (kind, id, words) values (${kind}, ${id}, ${names}::tsvector || ${words}::tsvector)
    on conflict (kind, id) do update set words = excluded.words`.execute(trx);
}

/** Indexes changed titles, comments and names. Returns true if more may be due. */
export async function catchUp(db: Db, rounds = roundsMax): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const isDue = await db.selectFrom('search_due').select('id').limit(1).executeTakeFirst();
    if (isDue === undefined) return false;
    const kept: Vectors[] = [];
    const taken = await db.transaction().execute(async (trx) => {
      const { taken: count, texts } = await take(trx);
      for (const text of texts) {
        const vectors = { names: vectorOf(text.title, 'A'), words: vectorOf(text.body) };
        await keep(trx, text, vectors);
        kept.push(vectors);
      }
      return count;
    });
    // After the transaction: two transactions that insert the same words in different order could
    // deadlock.
    for (const vector of kept.flatMap(({ names, words }) => [names, words]))
      if (vector !== '') await learnWords(db, vector);
    if (taken < atOnce) return false;
  }
  return true;
}
