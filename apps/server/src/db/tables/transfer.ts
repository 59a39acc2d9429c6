import type { ColumnType, Generated } from 'kysely';

/** A jsonb column: read as a value, written as text, with a database default. */
type Jsonb<Value> = ColumnType<Value, string | undefined, string>;

type Sentence = { file: string; message: string };

/** Tables of imports. */
export type TransferTables = {
  imports: {
    id: string;
    user_id: string;
    project_id: string | null;
    into_draft: boolean;
    spent_ms: Generated<number>;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    report: Jsonb<Sentence[]>;
    created_at: Date;
    ended_at: Date | null;
  };
  import_files: {
    id: string;
    import_id: string;
    number: number;
    name: string;
    size: number;
    listed_at: Date | null;
  };
  import_texts: {
    import_id: string;
    file_id: string;
    number: number;
    name: string;
    document_id: string;
    title: string | null;
    done_at: Date | null;
    tries: Generated<number>;
    report: Jsonb<string[]>;
  };
};
