import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './moment.ts';

/**
 * Tables of updates (log and snapshots), of client ids, of decisions about suggestions that await
 * notification, and of the timeline that the journal continues.
 */
export type LiveTables = {
  document_log: {
    document_id: string;
    seq: number;
    updates: Buffer;
    authorship: Buffer;
    stored_at: Moment;
  };
  document_snapshots: {
    document_id: string;
    seq: number;
    state: Buffer;
    struct_index: Buffer;
    authorship: Buffer;
    stored_at: Moment;
  };
  document_decisions: {
    document_id: string;
    seq: number;
    user_id: string;
    session_id: string;
    verdict: string;
    suggestions: ColumnType<Record<string, unknown>[], string, string>;
    decided_at: Date;
  };
  database_lineage: { is_only: Generated<boolean>; lineage: string };
  journal_timeline: { is_only: Generated<boolean>; id: string };
  document_clients: { document_id: string; client: number; user_id: string };
};
