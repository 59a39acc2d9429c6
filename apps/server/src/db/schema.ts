import type { ColumnType, Generated } from 'kysely';
import type { Role } from '@longhand/contract';

type Moment = ColumnType<Date, Date | undefined, Date>;

/** Row types of every table, as the migrations leave them; a test compares them with the migrated database. */
export type Schema = {
  users: {
    id: string;
    username: string;
    username_key: string;
    name: string;
    email: string;
    email_key: string;
    password_hash: string;
    is_admin: Generated<boolean>;
    avatar_color: string;
    preferences: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: Moment;
    disabled_at: Date | null;
  };
  sessions: {
    id: string;
    token_hash: Buffer;
    user_id: string;
    user_agent: Generated<string>;
    created_at: Moment;
    last_seen_at: Moment;
    expires_at: Date;
  };
  projects: {
    id: string;
    name: string;
    description: Generated<string>;
    owner_id: string;
    created_at: Moment;
    updated_at: Moment;
    archived_at: Date | null;
    deleted_at: Date | null;
  };
  project_members: { project_id: string; user_id: string; role: Role; added_at: Moment };
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
    created_at: Moment;
    updated_at: Moment;
    archived_at: Date | null;
    deleted_at: Date | null;
  };
  document_titles: { document_id: string; title: string; set_by: string; set_at: Moment };
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
