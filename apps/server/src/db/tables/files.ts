import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Table of pictures and attachments of documents. Their bytes are in the file store. */
export type FilesTables = {
  files: {
    id: string;
    document_id: string | null;
    name: Generated<string>;
    type: Generated<string>;
    size: Generated<number>;
    width: number | null;
    height: number | null;
    created_by: string | null;
    created_at: Moment;
    stored_at: Date | null;
    deleted_at: Date | null;
  };
};
