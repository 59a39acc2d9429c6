import type { Generated } from 'kysely';

/** What a document said at times worth keeping, and the stretch of work that is going on in it. */
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
  document_work: {
    document_id: string;
    seq: number;
    began_at: Date | null;
    last_at: Date;
    authors: Generated<string[]>;
    words_before: Generated<number>;
  };
};
