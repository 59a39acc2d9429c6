import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Tables of users, access tokens and sessions. */
export type PeopleTables = {
  users: {
    id: string;
    username: string;
    username_key: string;
    username_skeleton: string | null;
    name: string;
    email: string;
    email_key: string;
    password_hash: string;
    is_admin: Generated<boolean>;
    avatar_color: string;
    preferences: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: Moment;
    disabled_at: Date | null;
    demo_until: Date | null;
    demo_id: string | null;
    deleted_at: Date | null;
    is_guest: Generated<boolean>;
    guest_link_id: string | null;
    email_confirmed_at: Date | null;
    must_confirm_email: Generated<boolean>;
    has_second_factor: Generated<boolean>;
    page_language: string | null;
  };
  access_tokens: {
    id: string;
    user_id: string;
    name: string;
    token_hash: Buffer;
    scopes: string[];
    created_at: Moment;
    expires_at: Date | null;
    last_used_at: Date | null;
  };
  sessions: {
    id: string;
    token_hash: Buffer;
    user_id: string;
    user_agent: Generated<string>;
    created_at: Moment;
    last_seen_at: Moment;
    expires_at: Date;
    confirmed_at: Date | null;
  };
};
