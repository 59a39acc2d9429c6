import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Tables of the search index. Vectors are read and written as text. */
export type SearchTables = {
  document_search: {
    document_id: string;
    body: Generated<string>;
    title_words: Generated<string>;
    words: Generated<string>;
    updated_at: Moment;
  };
  search_entries: { kind: 'comment' | 'person' | 'project'; id: string; words: string };
  search_words: { word: string; shape: string };
  search_due: { kind: 'document' | 'comment' | 'person' | 'project'; id: string };
};
