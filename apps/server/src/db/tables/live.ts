import type { Moment } from './moment.ts';

/** What is typed, as it came, and folded. */
export type LiveTables = {
  document_log: { document_id: string; seq: number; updates: Buffer; authorship: Buffer; stored_at: Moment };
  document_snapshots: {
    document_id: string;
    seq: number;
    state: Buffer;
    knowledge: Buffer;
    authorship: Buffer;
    stored_at: Moment;
  };
  document_clients: { document_id: string; client: number; user_id: string };
};
