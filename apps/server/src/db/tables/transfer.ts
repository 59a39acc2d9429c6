import type { ColumnType, Generated } from 'kysely';

type Report = ColumnType<{ file: string; message: string }[], string | undefined, string>;

/** Documents that come in from files. */
export type TransferTables = {
  imports: {
    id: string;
    user_id: string;
    project_id: string | null;
    into_draft: boolean;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    report: Report;
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
    report: ColumnType<string[], string | undefined, string>;
  };
};
