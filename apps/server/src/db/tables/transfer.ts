import type { ColumnType, Generated } from 'kysely';

/** JSON as the database keeps it: read as values, written as text; the database sets what is not given. */
type Jsonb<Value> = ColumnType<Value, string | undefined, string>;

type Sentence = { file: string; message: string };

/** Documents that come in from files. */
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
  import_files: { id: string; import_id: string; number: number; name: string; size: number; listed_at: Date | null };
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
