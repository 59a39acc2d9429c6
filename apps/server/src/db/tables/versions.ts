import type { ColumnType, Generated } from 'kysely';

/** Tables of versions of documents, derived list data, and current work sessions. */
export type VersionsTables = {
  document_versions: {
    id: string;
    document_id: string;
    number: number;
    name: string | null;
    kind: 'auto' | 'named' | 'restore' | 'approval';
    created_by: string | null;
    authors: Generated<string[]>;
    state: Buffer;
    word_count: number;
    seq: number;
    created_at: Date;
  };
  document_suggestions: { document_id: string; author_id: string; count: number; last_at: Date };
  document_projections: {
    document_id: string;
    seq: number;
    mentions: ColumnType<Record<string, unknown>[] | null, string, string>;
  };
  contributions: {
    document_id: string;
    user_id: string;
    began_at: Date;
    last_at: Date;
    words_added: number;
    words_removed: number;
  };
};
