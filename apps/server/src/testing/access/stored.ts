import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/**
 * Tables that may change during a refused call. The refusal is recorded, and words are counted and
 * indexed some time after they were written. Of documents, all columns but the counts are compared.
 */
const noted = new Set([
  'public.audit_log',
  'public.sessions',
  'public.metrics',
  'public.document_projections',
  'public.document_search',
  'public.search_words',
  // Counted asynchronously after the text was written, like the words.
  'public.document_suggestions',
  'public.document_decisions',
  'public.documents',
  // Compacted some time after the last page has left: compared together, by the newest entry of
  // each document.
  'public.document_log',
  'public.document_snapshots',
]);

/**
 * Creates a function that takes a snapshot of everything stored: the number of rows of each table,
 * and the transaction that wrote its newest row. If two snapshots are equal, no row was added,
 * changed or removed in between.
 */
export async function createStoredLook(
  db: Kysely<Schema>,
): Promise<() => Promise<Record<string, string>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const kept = tables.filter(({ name }) => !noted.has(name));
  const parts = kept.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, count(*) as count, max(xmin::text::bigint) as newest from ${sql.raw(name)}`,
  );
  const jobs = sql`select 'jobs.job' as name, count(*) as count, max(xmin::text::bigint) as newest from jobs.job`;
  const { rows: columns } = await sql<{ name: string }>`
    select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = 'documents'
      and column_name not in ('word_count', 'excerpt', 'updated_at')`.execute(db);
  const compared = sql.join(columns.map(({ name }) => sql.raw(name)));
  const documents = sql`select 'public.documents' as name, count(*) as count,
    coalesce(sum(hashtextextended(row(${compared})::text, 0)) % 9007199254740881, 0)::bigint as newest from documents`;
  const texts = sql`select 'texts' as name, count(*) as count, sum(newest)::bigint as newest from (
    select document_id, max(seq) as newest from (
      select document_id, seq from document_log union all select document_id, seq from document_snapshots
    ) stored group by document_id
  ) documents_stored`;
  const all = sql<{
    name: string;
    count: number;
    newest: number | null;
  }>`${sql.join([...parts, documents, texts, jobs], sql` union all `)}`;
  return async () => {
    const { rows } = await all.execute(db);
    return Object.fromEntries(
      rows.map(({ name, count, newest }) => [name, `${count} rows, ${newest}`]),
    );
  };
}
