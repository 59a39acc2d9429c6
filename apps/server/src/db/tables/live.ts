import type { ColumnType } from 'kysely';
import type { Moment } from './moment.ts';

/**
 * Tables of updates (log and snapshots), of client ids, and of decisions about suggestions that
 * await notification.
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
    knowledge: Buffer;
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
  document_clients: { document_id: string; client: number; user_id: string };
};
