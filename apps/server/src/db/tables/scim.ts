import type { Generated } from 'kysely';
import type { LinkRule } from '@longhand/contract';
import type { Moment } from './moment.ts';

/** Tables of directories that provision users by SCIM. */
export type ScimTables = {
  scim_connections: {
    id: string;
    name: string;
    token_hash: Buffer;
    link_rule: LinkRule;
    link_domains: Generated<string[]>;
    created_by: string | null;
    created_at: Moment;
    last_used_at: Moment | null;
  };
  scim_users: {
    connection_id: string;
    user_id: string;
    user_name: string;
    user_name_key: string;
    external_id: string | null;
    is_created: boolean;
    created_at: Moment;
    updated_at: Moment;
    deleted_at: Moment | null;
  };
};
