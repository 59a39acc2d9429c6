import { sql } from 'kysely';

/** SQL for the number of the last log entry of a document. Equal numbers mean equal content. */
export function headSeq(documentId: string) {
  return sql<number>`greatest(
    coalesce((select max(l.seq) from document_log l where l.document_id = ${sql.ref(documentId)}), 0),
    coalesce((select s.seq from document_snapshots s where s.document_id = ${sql.ref(documentId)}), 0))`;
}
