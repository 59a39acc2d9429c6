import type { ColumnType, Generated } from 'kysely';
import type { Role } from '@longhand/contract';
import type { Moment } from './moment.ts';

/**
 * Tables of invitations to projects, of links into accounts, and of server-wide choices of
 * administrators.
 */
export type InvitationsTables = {
  invitations: {
    id: string;
    project_id: string;
    role: Role;
    email: string | null;
    token_hash: Buffer;
    created_by: string;
    created_at: Moment;
    expires_at: Date;
    uses: Generated<number>;
    ended_at: Date | null;
  };
  account_links: {
    token_hash: Buffer;
    kind: 'password' | 'email' | 'data';
    user_id: string;
    email: string | null;
    created_at: Moment;
    expires_at: Date;
  };
  address_requests: {
    id: string;
    purpose: 'password' | 'newsletter';
    email_key: string;
    email: string;
    user_id: string | null;
    language: string | null;
    asked_at: Moment;
  };
  server_choices: {
    name: string;
    value: ColumnType<Record<string, unknown>, string, string>;
    changed_by: string | null;
    changed_at: Moment;
  };
};
