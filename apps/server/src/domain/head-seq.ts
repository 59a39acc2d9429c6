import { sql } from 'kysely';

/** SQL for the number of the last entry of a document's log: equal numbers, equal documents. */
export function headSeq(documentId: string) {
  return sql<number>`greatest(
    coalesce((select max(l.seq) from document_log l where l.document_id = ${sql.ref(documentId)}), 0),
    coalesce((select s.seq from document_snapshots s where s.document_id = ${sql.ref(documentId)}), 0))`;
}
