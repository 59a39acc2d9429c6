import type { Generated } from 'kysely';
import type { Role } from '@longhand/contract';
import type { Moment } from './moment.ts';

/** Tables of documents and their metadata. The text is in the log. */
export type DocumentsTables = {
  documents: {
    id: string;
    project_id: string | null;
    title: Generated<string>;
    status: Generated<'draft' | 'in_review' | 'approved' | 'published'>;
    position: Generated<string>;
    epoch: Generated<number>;
    word_count: Generated<number>;
    excerpt: Generated<string>;
    created_by: string;
    owner_id: string | null;
    is_template: Generated<boolean>;
    created_at: Moment;
    updated_at: Moment;
    archived_at: Date | null;
    locked_at: Date | null;
    working_copy_of: string | null;
    base_version_id: string | null;
    copy_version_id: string | null;
    goal_words: number | null;
    goal_due_on: string | null;
    language: string | null;
    deleted_at: Date | null;
    parent_id: string | null;
    archived_with: string | null;
    deleted_with: string | null;
  };
  document_ancestors: { document_id: string; ancestor_id: string; depth: number };
  document_members: { document_id: string; user_id: string; role: Role; added_at: Moment };
  document_visits: {
    user_id: string;
    document_id: string;
    visited_at: Date;
    left_seq: number | null;
    left_at: Date | null;
    since_seq: number | null;
    since_at: Date | null;
  };
  last_seen_snapshots: { document_id: string; seq: number; content: Buffer };
  favourites: { user_id: string; document_id: string; added_at: Moment };
  document_tags: {
    document_id: string;
    name_key: string;
    name: string;
    /** Null if it was set before this was recorded. */
    set_by: string | null;
  };
  document_titles: { document_id: string; title: string; set_by: string; set_at: Moment };
};
