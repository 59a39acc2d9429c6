import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseAddress, type Product } from '@longhand/driver';
import type { Language, Word } from './languages.ts';

/** The first word of every document. */
export const wordOfEveryDocument = '2026';

/** Characters per counted word in Chinese, where a clause counts as several words. */
const lettersPerChineseWord = 1.6;
/** Documents per statement. */
const atOnce = 100;

/** Prime that distributes the `few` documents over all languages and ages. */
const spread = 7_919;

/** Size of the library: number of documents, and words per document. */
export type Library = { readonly documents: number; readonly words: number };

type Row = {
  id: string;
  project: string;
  title: string;
  body: string;
  vector: string;
  updated: Date;
};

function textOf(language: Language, words: number): { body: string; vector: string } {
  const positions = new Map([[wordOfEveryDocument, [1]]]);
  let [body, counted, at] = [`${wordOfEveryDocument} `, 1, 1];
  while (counted < words) {
    const { shown, terms }: Word = language.draw();
    body += language.space + shown;
    counted += language.space === '' ? shown.length / lettersPerChineseWord : 1;
    for (const term of terms) {
      at += 1;
      const known = positions.get(term);
      if (known === undefined) positions.set(term, [at]);
      else if (known.length < 255) known.push(at);
    }
  }
  return {
    body,
    vector: [...positions].map(([term, all]) => `'${term}':${all.join(',')}`).join(' '),
  };
}

const insertDocuments = `
  insert into documents (id, project_id, title, created_by, word_count, updated_at)
  select r.id, r.project, r.title, $1, $2, r.updated
  from unnest($3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[]) as r (id, project, title, updated)`;

const fillSearch = `
  update document_search s set body = r.body, words = r.vector::tsvector
  from unnest($1::uuid[], $2::text[], $3::text[]) as r (id, body, vector) where s.document_id = r.id`;

/**
 * Inserts a library into the product's database, in the state in which the live channel would leave
 * it for search. Typing it would take days. Most documents are in the first project, `few` of them
 * in the second.
 */
export async function fillLibrary(
  product: Product,
  options: Library & {
    languages: readonly Language[];
    author: string;
    projects: readonly [string, string];
    few: number;
  },
): Promise<void> {
  const { languages, documents, words, projects, few } = options;
  const client = new pg.Client(await databaseAddress(product.dataDir));
  await client.connect();
  try {
    for (let from = 0; from < documents; from += atOnce) {
      const rows: Row[] = Array.from({ length: Math.min(atOnce, documents - from) }, (_, i) => {
        const language = languages[(from + i) % languages.length] as Language;
        const title = Array.from({ length: 4 }, () => language.draw().shown).join(language.space);
        const project = ((from + i) * spread) % documents < few ? projects[1] : projects[0];
        const updated = new Date(Date.now() - (documents - from - i) * 60_000);
        return { id: randomUUID(), project, title, ...textOf(language, words), updated };
      });
      const ids = rows.map(({ id }) => id);
      const named = [
        ids,
        rows.map(({ project }) => project),
        rows.map(({ title }) => title),
        rows.map(({ updated }) => updated),
      ];
      await client.query('begin');
      await client.query(insertDocuments, [options.author, words, ...named]);
      await client.query(fillSearch, [
        ids,
        rows.map(({ body }) => body),
        rows.map(({ vector }) => vector),
      ]);
      await client.query('commit');
    }
    await insertSearchWords(client, languages);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/**
 * Inserts all words that mistyped words are compared with. Words outside of ASCII have a different
 * shape; they are left to the product.
 */
async function insertSearchWords(client: pg.Client, languages: readonly Language[]): Promise<void> {
  const known = languages.flatMap(({ words }) =>
    words.flatMap(({ terms }) => terms.filter((term) => /^[a-z]{4,32}$/.test(term))),
  );
  await client.query(
    'insert into search_words (word, shape) select w, w from unnest($1::text[]) w on conflict do nothing',
    [known],
  );
}

/** Returns the number of entries that search has not indexed yet. */
export async function countDue(product: Product): Promise<number> {
  const client = new pg.Client(await databaseAddress(product.dataDir));
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from search_due');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}
